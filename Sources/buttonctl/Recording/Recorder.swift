import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Records what a daemon's clients ask for, and how its buttons look.
struct Recorder {
  struct Outcome {
    var inputs = 0
    var frames = 0
    /// The daemon went away before the recording was ended.
    var isLost = false
  }

  private let connection: PolledConnection
  private let file: RecordingWriter
  private let hasFrames: Bool
  private var outcome = Outcome()
  private let inputs: ClientCore.ID
  private let frames: ClientCore.ID?
  /// Something came since the last `sync` was requested.
  private var isUnsettled = true
  /// Not answered yet.
  private var sync: ClientCore.ID?
  /// It was requested after the recording was to end.
  private var isLastSync = false
  /// The first frame has not arrived yet.
  private var awaitsSnapshot: Bool
  private var isEnding = false

  /// Opens the file once there is something to record, and writes the header.
  init(
    of path: SocketPath, _ patience: SilenceWatch.Patience,
    to open: () throws(ClientError) -> RecordingWriter, hasFrames: Bool
  ) throws(ClientError) {
    connection = try PolledConnection(path, patience)
    self.hasFrames = hasFrames
    let hello: HelloResponse = try connection.call(
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
    // While a plugin starts, looks depend on the moment.
    let plugins = try connection.waitForPlugins(Recorder.patience)
    inputs = connection.subscribe(InputsSubscribeRequest())
    frames = hasFrames ? connection.subscribe(ButtonsSubscribeRequest(match: .everything)) : nil
    awaitsSnapshot = hasFrames
    let first = try connection.part(of: inputs)
    connection.waitForEver()
    let header = RecordingHeader(
      version: hello.version, hasFrames: hasFrames,
      plugins: plugins.values.sorted { $0.name < $1.name }.map {
        .init(name: $0.name, version: $0.version, hash: $0.detail?.hash)
      },
      beginning: try first.decode())
    file = try open()
    try file.write(header.json)
  }

  /// Milliseconds for plugins to start.
  private static let patience: Int64 = 10_000

  /// Records until a signal comes or the count of inputs is reached.
  mutating func run(_ signals: SignalPipe, count: Int?) throws(ClientError) -> Outcome {
    do {
      try listen(signals, count: count)
    } catch  where error.code == .connectionLost {
      outcome.isLost = true
    }
    try file.write(
      RecordedLine.end(inputs: outcome.inputs, frames: outcome.frames, isLost: outcome.isLost))
    return outcome
  }

  private mutating func listen(_ signals: SignalPipe, count: Int?) throws(ClientError) {
    while true {
      if isUnsettled, sync == nil, !awaitsSnapshot {
        isUnsettled = false
        sync = connection.request(SyncRequest())
        isLastSync = isEnding
      }
      if isEnding, sync == nil, isLastSync || !isUnsettled { return }
      switch try connection.next(or: [signals.descriptor]) {
      case .daemon(let event): try take(event)
      case .otherReadable:
        // A second signal ends it at once.
        if isEnding { return }
        _ = signals.next()
        isEnding = true
        // Inputs that were answered before the signal are still on their way.
        isUnsettled = true
      case .timeout: break
      }
      if let count, outcome.inputs >= count { isEnding = true }
    }
  }

  private mutating func take(_ event: ClientCore.Event) throws(ClientError) {
    switch event {
    case .part(inputs, let part):
      outcome.inputs += 1
      isUnsettled = true
      try file.write(RecordedLine.text("input", part.json))
    case .part(frames, let part):
      awaitsSnapshot = false
      let isPart = part.json.read { $0.member(.more)?.bool } == true
      if !isPart { outcome.frames += 1 }
      isUnsettled = true
      try file.write(RecordedLine.text("frame", part.json))
    case .answered(sync, .success(let json)):
      sync = nil
      if !isUnsettled { try file.write(RecordedLine.settled(try json.decode())) }
    // A plugin hangs: the looks settle later, or never.
    case .answered(sync, .failure(let error)) where error.code == .timeout: sync = nil
    case .answered(sync, .failure(let error)), .ended(_, let error?): throw error
    case .part, .answered, .ended: break
    }
  }
}
