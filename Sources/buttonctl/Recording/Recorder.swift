import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Writes down what a daemon's clients ask for, and how its buttons look.
struct Recorder {
  /// What a recording came to.
  struct Outcome {
    var inputs = 0
    var frames = 0
    /// Whether the daemon went away before the recording was ended.
    var isLost = false
  }

  private let line: DaemonLine
  private let file: RecordingWriter
  private let hasFrames: Bool
  private var outcome = Outcome()
  /// Whether something came that no `sync` has been asked after, or since the one that is awaited.
  private var isUnsettled = true
  private var sync: Int?
  private var isEnding = false

  /// Begins a recording: the header is written.
  init(
    of path: SocketPath, to file: RecordingWriter, hasFrames: Bool
  ) throws(ClientError) {
    line = try DaemonLine(path)
    self.file = file
    self.hasFrames = hasFrames
    let hello: HelloResponse = try line.call(
      HelloRequest(client: "buttonctl record")
    ).decode()
    guard hello.capabilities.contains("inputs") else {
      throw ClientError(
        .methodNotFound,
        "the daemon (\(hello.server) \(hello.version)) is too old to be recorded: it lacks "
          + "inputs.subscribe")
    }
    guard hello.role == .admin else {
      throw ClientError(
        .forbidden,
        "recording needs the role admin, because a recording shows all state; this user has "
          + hello.role.rawValue)
    }
    // A look that waits for its plugin to start is of that moment alone.
    let plugins = try line.waitForPlugins(Recorder.patience)
    var asked = [Recorder.request(InputsSubscribeRequest())]
    if hasFrames { asked.append(Recorder.request(ButtonsSubscribeRequest(match: .everything))) }
    let ids = try line.send(asked)
    let first = try line.answer(to: ids[0]).get()
    let header = RecordingHeader(
      version: hello.version, hasFrames: hasFrames,
      plugins: plugins.values.sorted { $0.name < $1.name }.map {
        .init(name: $0.name, version: $0.version, hash: $0.detail?.hash)
      },
      beginning: try first.decode())
    try file.write(header.json)
    snapshot = hasFrames ? ids[1] : nil
  }

  /// The request whose answer is the first frame.
  private var snapshot: Int?

  /// How long it waits for plugins that start, in milliseconds.
  private static let patience: Int64 = 10_000

  /// Records until a signal comes, or there are so many inputs.
  mutating func run(_ bell: SignalBell, count: Int?) throws(ClientError) -> Outcome {
    do {
      try listen(bell, count: count)
    } catch  where error.code == .connectionLost {
      outcome.isLost = true
    }
    try file.write(
      RecordedLine.end(inputs: outcome.inputs, frames: outcome.frames, isLost: outcome.isLost))
    return outcome
  }

  private mutating func listen(_ bell: SignalBell, count: Int?) throws(ClientError) {
    while true {
      if isUnsettled, sync == nil, snapshot == nil {
        isUnsettled = false
        sync = try line.send(SyncRequest())
      }
      if isEnding, sync == nil, !isUnsettled { return }
      switch try line.next(or: [bell.descriptor]) {
      case .message(let message): try take(message)
      case .woken:
        // A second signal ends it without waiting for what is on its way.
        if isEnding { return }
        _ = bell.next()
        isEnding = true
        // What clients were answered before it has still to be read.
        isUnsettled = true
      case .timeout: break
      case .closed: throw ClientError(.connectionLost, "the daemon went away")
      }
      if let count, outcome.inputs >= count { isEnding = true }
    }
  }

  private mutating func take(_ message: DaemonMessage) throws(ClientError) {
    switch message {
    case .notification("input.received", let params):
      outcome.inputs += 1
      isUnsettled = true
      try file.write(RecordedLine.text("input", params))
    case .notification("buttons.updated", let params): try take(frame: params)
    case .notification: break
    case .answer(snapshot, let answer):
      snapshot = nil
      try take(frame: try answer.get())
    case .answer(sync, let answer):
      sync = nil
      switch answer {
      case .success(let json):
        if !isUnsettled { try file.write(RecordedLine.settled(try json.decode())) }
      // A plugin that hangs: it is settled later, or never.
      case .failure(let error) where error.code == .timeout: break
      case .failure(let error): throw error
      }
    case .answer: break
    }
  }

  private mutating func take(frame: JSONDocument) throws(ClientError) {
    let isPart = frame.read { $0.member("more")?.bool } == true
    if !isPart { outcome.frames += 1 }
    isUnsettled = true
    try file.write(RecordedLine.text("frame", frame))
  }

  private static func request<Question: Request>(
    _ request: Question
  ) -> (method: String, params: JSONDocument) {
    var writer = JSONWriter()
    request.write(into: &writer)
    return ("\(Question.method)", JSONDocument(writer))
  }
}
