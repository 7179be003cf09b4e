import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Plays a recording to a daemon and compares its looks with the recorded ones.
struct Player {
  enum Finding {
    case look(Comparison.Difference)
    /// An input was refused that had been accepted, or vice versa.
    case refusal(recorded: String?, replayed: String?)
  }

  struct Outcome {
    var inputs = 0
    var frames = 0
    /// How often the same looks came in different frames.
    var divided = 0
    /// In order.
    var found: [Found] = []
    /// The last input that was played, and its line.
    var last: (line: Int, input: InputReceivedNotification)?
  }

  /// A difference, and what had been played before it.
  struct Found {
    let finding: Finding
    let inputs: Int
    let last: (line: Int, input: InputReceivedNotification)?
  }

  private static let maximumFindings = 100

  let recording: Recording
  let path: SocketPath
  let silencePatience: SilenceWatch.Patience
  private let isRealtime: Bool
  /// It goes on after a difference.
  private let findsAll: Bool
  /// What to do about a missing plugin.
  let pluginAdvice: String
  let note: (String) -> Void
  let watcher: PolledConnection
  /// The daemon writes the clock's keys itself, so the recorded ones cannot be played.
  var tellsTime = false
  /// The subscription to all buttons; nil if frames are not compared.
  var frames: ClientCore.ID?
  private var connections: [Int: PolledConnection] = [:]
  /// Presses that have acted while held: their releases do nothing.
  var repeatedPresses: Set<HeldPress> = []
  var comparison = Comparison()
  private var outcome = Outcome()
  /// Inputs of one connection to be sent together.
  private var waiting: (connection: Int, inputs: [(line: Int, input: InputReceivedNotification)])?
  private var began: Int64 = 0

  /// Milliseconds for the daemon to publish everything.
  static let patience = 30_000

  /// `note` gets what cannot be played.
  init(
    _ recording: Recording, to path: SocketPath, _ patience: SilenceWatch.Patience,
    isRealtime: Bool, findsAll: Bool = false,
    pluginAdvice: String = "", note: @escaping (String) -> Void
  ) throws(ClientError) {
    self.recording = recording
    self.path = path
    silencePatience = patience
    self.isRealtime = isRealtime
    self.findsAll = findsAll
    self.pluginAdvice = pluginAdvice
    self.note = note
    watcher = try PolledConnection(path, patience)
  }

  /// No more differences are looked for.
  private var isOver: Bool {
    findsAll ? outcome.found.count >= Player.maximumFindings : !outcome.found.isEmpty
  }

  /// Plays all of it, or up to the first difference.
  mutating func play() throws(ClientError) -> Outcome {
    try prepare()
    began = PolledConnection.milliseconds
    for entry in recording.entries {
      switch entry.line {
      case .input(let input): try take(input, line: entry.number)
      case .frame(let frame):
        comparison.recorded.take(frame, line: entry.number)
        if !frame.more { outcome.frames += 1 }
        if !isRealtime { try settle() }
      case .settled:
        try settle()
        compare()
      case .end: try settle()
      }
      if isOver { break }
    }
    outcome.divided = comparison.divided
    return outcome
  }

  // MARK: Inputs

  private mutating func take(
    _ input: InputReceivedNotification, line number: Int
  ) throws(ClientError) {
    if isRealtime { try wait(until: input) }
    outcome.inputs += 1
    outcome.last = (number, input)
    switch input.inputMethod {
    case InputReceivedNotification.connectionClosed:
      try flush()
      try connections.removeValue(forKey: input.connection)?.finish()
      return
    case InputReceivedNotification.leaseSilent:
      try flush()
      try silence(
        JSONDocument(input).decode(), of: connection(input.connection, client: input.client))
      return
    case "server.reload", "plugins.reload":
      return note(
        "line \(number): \(input.inputMethod) is not played: what it read is not recorded")
    // The sources' output then is recorded.
    case "sources.run", "sources.reset": return
    default: break
    }
    if tellsTime, input.connection == InputReceivedNotification.clockConnection { return }
    // A refused input has changed nothing, but a press may be over all the same.
    if input.refused != nil, !input.inputMethod.hasPrefix("press.") { return }
    if let waiting, waiting.connection != input.connection { try flush() }
    if waiting == nil { waiting = (input.connection, []) }
    let playable = playable(input)
    waiting?.inputs.append((number, playable))
    if isRealtime { try flush() }
  }

  /// Sends the waiting inputs, and waits for their answers.
  private mutating func flush() throws(ClientError) {
    guard let (number, inputs) = waiting else { return }
    waiting = nil
    let connection = try connection(number, client: inputs.first?.input.client)
    let ids = inputs.map { line, input in
      connection.request(input.inputMethod, Player.params(of: input))
    }
    for (id, input) in zip(ids, inputs) {
      let refused: String? =
        switch try connection.answer(to: id) {
        case .success: nil
        case .failure(let error): error.reason
        }
      // Of the fleet only its effects on keys are played.
      if input.input.refused == ErrorReason.fleetUnavailable.rawValue { continue }
      if refused != input.input.refused, !isOver {
        outcome.last = input
        add(.refusal(recorded: input.input.refused, replayed: refused))
      }
    }
  }

  /// Leaves out params about the moment of the request. The holder of a lease may be silent for a
  /// day: the recording says when it was silent for too long.
  static func params(of input: InputReceivedNotification) -> JSONDocument {
    JSONDocument(input).read { object in
      let members = Members(object)
      let isLeased = members.value(.lease) != nil && members.value(.silentAfterMs)?.int != 0
      return JSONDocument { writer in
        for (name, value) in object.members
        where !(name == "wait" || name == "ifRevision" || isLeased && name == "silentAfterMs") {
          writer.key(name.bytes)
          writer.copy(value)
        }
        if isLeased { writer.member(.silentAfterMs, SilenceForm.longestMs) }
      }
    } ?? JSONDocument { _ in }
  }

  /// Makes the keys that a connection feeds under a lease fall silent, and waits for that.
  func silence(
    _ silence: LeaseSilence, of connection: PolledConnection
  ) throws(ClientError) {
    _ = try connection.call(
      StateSetRequest(values: StateMembers(), lease: silence.lease, silentAfterMs: 1))
    let changes = watcher.subscribe(StateSubscribeRequest(keys: [silence.key]))
    defer { watcher.unsubscribe(changes) }
    let beginning: StateSubscribeResponse = try watcher.part(of: changes).decode()
    var isLost = !beginning.lost.isEmpty
    while !isLost {
      let change: StateChangedNotification = try watcher.part(of: changes).decode()
      isLost = !change.lost.isEmpty
    }
  }

  mutating func connection(
    _ number: Int, client: String?
  ) throws(ClientError) -> PolledConnection {
    if let connection = connections[number] { return connection }
    let connection = try PolledConnection(path, silencePatience)
    // Changes from the fleet are not a client's.
    let client =
      number == InputReceivedNotification.fleetConnection
      ? InputReceivedNotification.player : client
    if let client { _ = try connection.call(HelloRequest(client: client)) }
    connections[number] = connection
    return connection
  }

  private mutating func wait(until input: InputReceivedNotification) throws(ClientError) {
    let start = recording.header.beginning.at
    let due = began + Int64(input.at > start ? (input.at - start) / 1_000 : 0)
    while PolledConnection.milliseconds < due {
      let timeout = Int32(clamping: due - PolledConnection.milliseconds)
      if case .daemon(.part(let id, let part)) = try watcher.next(timeout: timeout), id == frames {
        comparison.replayed.take(try part.json.decode())
      }
    }
  }

  // MARK: Looks

  /// Waits until everything that was played is published and its frames have arrived.
  private mutating func settle() throws(ClientError) {
    try flush()
    try sync()
  }

  mutating func sync() throws(ClientError) {
    _ = try watcher.call(SyncRequest(timeoutMs: Player.patience))
    guard let frames else { return }
    for part in watcher.takeKeptParts(of: frames) {
      comparison.replayed.take(try part.decode())
    }
  }

  private mutating func compare() {
    guard !isOver, recording.header.hasFrames else { return }
    let differences = comparison.compare()
    for difference in findsAll ? differences[...] : differences.prefix(1) where !isOver {
      add(.look(difference))
    }
  }

  private mutating func add(_ finding: Finding) {
    outcome.found.append(Found(finding: finding, inputs: outcome.inputs, last: outcome.last))
  }
}

extension JSONDocument {
  /// The params of an input.
  fileprivate init(_ input: InputReceivedNotification) {
    var writer = JSONWriter()
    input.params.withUnsafeBytes { writer.value(raw: $0) }
    self.init(writer)
  }
}
