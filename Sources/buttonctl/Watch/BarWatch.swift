import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import JSONRPC

/// `buttons watch` for bars: a line for each change, over all connections to the daemon.
///
/// One loop over the daemon and, if clicks are taken, standard input. While the daemon is away it
/// says so once, and looks for the next one.
struct BarWatch {
  let path: SocketPath
  let patience: SilenceWatch.Patience
  let request: ButtonsSubscribeRequest
  let format: BarFormat
  /// The button that is shown, if it is one.
  let id: String
  let usesColor: Bool
  let console: Console
  /// Nil for no limit.
  var remaining: Int?
  /// Whether it takes clicks from standard input.
  var takesClicks: Bool

  private var items: [String: BarItem] = [:]
  private var lastLine: String?
  private var clicks = BarClicks()
  /// All parts of the frame have arrived.
  private var isWhole = true
  private var isAway = false
  /// Why the daemon is away.
  private var trouble = ""
  /// It has reported that there is no such button.
  private var hasComplained = false

  /// Milliseconds between two attempts to connect: the first, and the longest.
  private static let firstPause: Int64 = 100
  private static let longestPause: Int64 = 5_000

  init(
    _ path: SocketPath, _ patience: SilenceWatch.Patience, _ request: ButtonsSubscribeRequest,
    _ format: BarFormat, id: String, usesColor: Bool, console: Console, limit: Int?,
    takesClicks: Bool
  ) {
    self.path = path
    self.patience = patience
    self.request = request
    self.format = format
    self.id = id
    self.usesColor = usesColor
    self.console = console
    remaining = limit
    self.takesClicks = takesClicks
  }

  /// Prints until the limit, or for ever; throws what another attempt would not fix.
  mutating func run() throws(ClientError) {
    if format == .i3bar {
      // A bar that hides stops its feeder, and the daemon would close a client that does not read
      // for a minute: SIGCONT, which changes nothing, is used instead of SIGSTOP.
      let header = #"{"version":1,"stop_signal":\#(SIGCONT),"cont_signal":\#(SIGCONT),"#
      console.print(line: header + #""click_events":\#(takesClicks)}"# + "\n[")
    }
    var pause = Self.firstPause
    while true {
      do throws(ClientError) {
        try follow { pause = Self.firstPause }
        return
      } catch {
        guard [.noDaemon, .connectionLost, .unanswered].contains(error.code) else { throw error }
        trouble = error.code == .unanswered ? "buttond does not answer" : "buttond is away"
      }
      items = items.mapValues { $0.disconnected(trouble) }
      (isAway, isWhole) = (true, true)
      guard show() else { return }
      usleep(UInt32(pause) * 1_000)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// Follows the buttons over one connection; returns at the limit.
  private mutating func follow(_ connected: () -> Void) throws(ClientError) {
    let connection = try PolledConnection(path, patience)
    _ = try connection.call(HelloRequest(client: "buttonctl"))
    let subscription = connection.subscribe(request)
    try take(connection.part(of: subscription), isFirst: true)
    isAway = false
    complainIfAbsent()
    connected()
    dropClicks()
    guard show() else { return }
    // A bar would show the last look of a daemon that hangs as if it were the present one.
    let idle = Int32(clamping: max(1, patience.milliseconds / 3))
    while true {
      switch try connection.next(timeout: idle, or: takesClicks ? [STDIN_FILENO] : []) {
      case .daemon(.part(subscription, let part)):
        try take(part.json, isFirst: false)
        guard show() else { return }
      case .daemon(.ended(_, let error?)): throw error
      case .daemon(.answered(_, .failure(let error))):
        console.complain(error.message)
      case .timeout: _ = connection.request(PingRequest())
      case .daemon: break
      case .otherReadable:
        for click in readClicks() where items[click.id] != nil { perform(click, connection) }
      }
    }
  }

  private mutating func take(_ json: JSONDocument, isFirst: Bool) throws(ClientError) {
    let part: ButtonsUpdatedNotification = try json.decode()
    if part.snapshot || isFirst { items = [:] }
    for record in part.buttons { items[record.id] = BarItem(record) }
    for id in part.removed { items[id] = nil }
    isWhole = !part.more
  }

  /// Prints the current line if it has changed; false at the limit.
  private mutating func show() -> Bool {
    guard isWhole else { return true }
    let line = line
    guard line != lastLine else { return true }
    lastLine = line
    console.print(line: line)
    if let left = remaining { remaining = left - 1 }
    return remaining != 0
  }

  private var line: String {
    let absent = BarItem(absent: id)
    let item = items[id] ?? (isAway ? absent.disconnected(trouble) : absent)
    switch format {
    case .plain: return item.title
    case .tmux: return item.title.replacing("#", with: "##")
    case .waybar: return item.waybarLine(usesColor: usesColor)
    case .i3bar:
      var writer = JSONWriter()
      writer.beginArray()
      for id in items.keys.naturallySorted() {
        items[id]?.writeBlock(into: &writer, usesColor: usesColor)
      }
      writer.endArray()
      return PrintableJSON.text(writer.string) + ","
    }
  }

  /// Says once why the bar is empty: an id may be misspelled. The button may also come later.
  private mutating func complainIfAbsent() {
    guard format.showsOne, isWhole, items[id] == nil, !hasComplained else { return }
    hasComplained = true
    console.complain("there is no button '\(id)' yet; `buttonctl buttons list` prints all")
  }

  private mutating func readClicks() -> [BarClicks.Click] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
    guard count > 0 else {
      if count == 0 { takesClicks = false }
      return []
    }
    return clicks.clicks(in: bytes[..<count])
  }

  /// A click from while the daemon was away would surprise now. Drops at most what a pipe holds.
  private mutating func dropClicks() {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    for _ in 0..<16 {
      guard takesClicks, poll(&input, 1, 0) > 0 else { return }
      _ = readClicks()
    }
  }

  private func perform(_ click: BarClicks.Click, _ connection: PolledConnection) {
    // If the button has no such entry, the daemon refuses it, as it refuses a disabled button.
    if let item = click.item {
      _ = connection.request(MenuChooseRequest(button: click.id, item: item, wait: nil))
    } else {
      _ = connection.request(ButtonsTriggerRequest(id: click.id, wait: nil))
    }
  }
}
