import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Plays a recording to a daemon and compares its looks with the recorded ones.
struct Player {
  /// What differs from the recording.
  enum Finding {
    /// A look of a button.
    case look(Comparison.Difference)
    /// An input was refused that had been accepted, or the other way round.
    case refusal(recorded: String?, replayed: String?)
  }

  /// Where the replay ended, and why.
  struct Outcome {
    var inputs = 0
    var frames = 0
    /// How often the same looks came in different frames.
    var divided = 0
    var finding: Finding?
    /// The newest input that had been played, and its line.
    var last: (line: Int, input: InputReceivedNotification)?
  }

  private let recording: Recording
  private let path: SocketPath
  private let isRealtime: Bool
  private let note: (String) -> Void
  private let watcher: PolledConnection
  /// The subscription to all buttons, if frames are compared.
  private var frames: ClientCore.ID?
  private var connections: [Int: PolledConnection] = [:]
  private var comparison = Comparison()
  private var outcome = Outcome()
  /// Inputs of one connection that will be sent together.
  private var waiting: (connection: Int, inputs: [(line: Int, input: InputReceivedNotification)])?
  private var began: Int64 = 0

  /// Bytes of state or definitions that go into one request.
  private static let chunkBytes = 256 << 10
  /// How long a daemon may take to publish everything.
  private static let patience = 30_000

  /// A player for a daemon that listens at a path; `note` gets what cannot be played.
  init(
    _ recording: Recording, to path: SocketPath, isRealtime: Bool,
    note: @escaping (String) -> Void
  ) throws(ClientError) {
    self.recording = recording
    self.path = path
    self.isRealtime = isRealtime
    self.note = note
    watcher = try PolledConnection(path)
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
      if outcome.finding != nil { break }
    }
    outcome.divided = comparison.divided
    return outcome
  }

  // MARK: The beginning

  /// Brings the daemon to where the recording begins.
  private mutating func prepare() throws(ClientError) {
    _ = try watcher.call(HelloRequest(client: "buttonctl replay"))
    let stats: ServerStatsResponse = try watcher.call(ServerStatsRequest()).decode()
    let figures = Dictionary(
      stats.figures.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let (buttons, keys) = (figures["buttons"] ?? 0, figures["keys"] ?? 0)
    guard buttons == 0, keys == 0 else {
      throw ClientError(
        .unsendable,
        "the daemon at \(path.text) has \(buttons) button(s) and \(keys) key(s) already: a "
          + "replay needs a fresh one; leave --socket out to have one started")
    }
    try waitForPlugins()
    try setState()
    try defineButtons()
    for layout in recording.header.beginning.layouts {
      let request = LayoutReportRequest(id: layout.id, size: layout.size)
      _ = try connection(layout.connection, client: nil).call(request)
    }
    for press in recording.header.beginning.presses {
      _ = try connection(press.connection, client: nil).call(PressBeganRequest(id: press.id))
    }
    guard recording.header.hasFrames else { return }
    try sync()
    let frames = watcher.subscribe(ButtonsSubscribeRequest(match: .everything))
    comparison.replayed.take(try watcher.beginning(of: frames).decode())
    self.frames = frames
  }

  private func waitForPlugins() throws(ClientError) {
    let plugins = try watcher.waitForPlugins(Int64(Player.patience))
    for plugin in recording.header.plugins {
      guard let present = plugins[plugin.name] else {
        note("the plugin \(plugin.name) \(plugin.version) is not there")
        continue
      }
      if present.version != plugin.version {
        note("the plugin \(plugin.name) was \(plugin.version) and is \(present.version)")
      } else if let hash = plugin.hash, let now = present.detail?.hash, hash != now {
        note("the plugin \(plugin.name) \(plugin.version) has other files than when recorded")
      }
    }
  }

  private func setState() throws(ClientError) {
    var values = StateMembers()
    var bytes = 0
    for member in recording.header.beginning.state.members {
      values.members.append(member)
      bytes += member.key.bytes.count + member.value.roughBytes
      if bytes > Player.chunkBytes {
        _ = try watcher.call(StateSetRequest(values: values))
        (values, bytes) = (StateMembers(), 0)
      }
    }
    if !values.members.isEmpty { _ = try watcher.call(StateSetRequest(values: values)) }
  }

  private func defineButtons() throws(ClientError) {
    var chunk = JSONWriter()
    func send() throws(ClientError) {
      guard chunk.count > 0 else { return }
      var params = JSONWriter()
      params.raw("{\"buttons\":[")
      params.raw(chunk.bytes)
      params.raw("]}")
      let id = watcher.request("\(ButtonsDefineRequest.method)", JSONDocument(params))
      _ = try watcher.answer(to: id).get()
      chunk.removeAll(keepingCapacity: true)
    }
    for button in recording.header.beginning.buttons {
      button.write(into: &chunk)
      if chunk.count > Player.chunkBytes { try send() }
    }
    try send()
  }

  // MARK: Inputs

  private mutating func take(
    _ input: InputReceivedNotification, line number: Int
  ) throws(ClientError) {
    if isRealtime { try wait(until: input) }
    outcome.inputs += 1
    outcome.last = (number, input)
    if input.inputMethod == InputReceivedNotification.connectionClosed {
      try flush()
      if let connection = connections.removeValue(forKey: input.connection) {
        try connection.finish()
      }
      return
    }
    if input.inputMethod == "server.reload" || input.inputMethod == "plugins.reload" {
      return note(
        "line \(number): \(input.inputMethod) is not played: what it read is not recorded")
    }
    // What was refused has changed nothing; but a press may be over all the same.
    if input.refused != nil, !input.inputMethod.hasPrefix("press.") { return }
    if let waiting, waiting.connection != input.connection { try flush() }
    if waiting == nil { waiting = (input.connection, []) }
    waiting?.inputs.append((number, input))
    if isRealtime { try flush() }
  }

  /// Sends the inputs that wait, and waits for their answers.
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
      if refused != input.input.refused, outcome.finding == nil {
        outcome.last = input
        outcome.finding = .refusal(recorded: input.input.refused, replayed: refused)
      }
    }
  }

  /// The params without what is about the moment of the request alone.
  private static func params(of input: InputReceivedNotification) -> JSONDocument {
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    let object = input.params.withUnsafeBytes { try? parser.parse(copying: $0) }
    return JSONDocument { writer in
      guard let object else { return }
      for (name, value) in object.members where !(name == "wait" || name == "ifRevision") {
        writer.key(name.bytes)
        writer.copy(value)
      }
    }
  }

  private mutating func connection(
    _ number: Int, client: String?
  ) throws(ClientError) -> PolledConnection {
    if let connection = connections[number] { return connection }
    let connection = try PolledConnection(path)
    if let client { _ = try connection.call(HelloRequest(client: client)) }
    connections[number] = connection
    return connection
  }

  private mutating func wait(until input: InputReceivedNotification) throws(ClientError) {
    let start = recording.header.beginning.at
    let due = began + Int64(input.at > start ? (input.at - start) / 1_000 : 0)
    while PolledConnection.milliseconds < due {
      let timeout = Int32(clamping: due - PolledConnection.milliseconds)
      if case .daemon(.part(_, let part)) = try watcher.next(timeout: timeout) {
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

  private mutating func sync() throws(ClientError) {
    _ = try watcher.call(SyncRequest(timeoutMs: Player.patience))
    guard let frames else { return }
    for part in watcher.takeKeptParts(of: frames) {
      comparison.replayed.take(try part.decode())
    }
  }

  private mutating func compare() {
    guard outcome.finding == nil, recording.header.hasFrames else { return }
    if let difference = comparison.compare() { outcome.finding = .look(difference) }
  }
}

extension StateValue {
  /// About as many bytes as it takes in a request.
  fileprivate var roughBytes: Int {
    switch self {
    case .null, .bool, .int, .double: 16
    case .string(let text), .json(let text): text.bytes.count
    }
  }
}
