import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

extension Player {
  /// The size of state or definitions per request.
  private static let chunkBytes = 256 << 10

  /// Brings the daemon to the state in which the recording begins.
  mutating func prepare() throws(ClientError) {
    try checkDaemon()
    try waitForPlugins()
    let beginning = recording.header.beginning
    try set(beginning.state.members)
    try derive(beginning.derived.members)
    try feed(beginning)
    try Player.inChunks(beginning.groups, of: \.roughBytes) { chunk throws(ClientError) in
      _ = try watcher.call(GroupsDefineRequest(groups: chunk))
    }
    try define(beginning.buttons)
    for layout in beginning.layouts {
      let request = LayoutReportRequest(id: layout.id, size: layout.size)
      _ = try connection(layout.connection, client: nil).call(request)
    }
    try press(beginning)
    for pointer in beginning.pointers {
      let request = PointerEnteredRequest(id: pointer.id)
      _ = try connection(pointer.connection, client: nil).call(request)
    }
    guard recording.header.hasFrames else { return }
    try sync()
    let frames = watcher.subscribe(ButtonsSubscribeRequest(match: .everything))
    comparison.replayed.take(try watcher.part(of: frames).decode())
    self.frames = frames
  }

  /// Refuses a daemon that is not fresh, and warns if the clock cannot be played to it.
  private mutating func checkDaemon() throws(ClientError) {
    let introduction = HelloRequest(client: InputReceivedNotification.player)
    let hello: HelloResponse = try watcher.call(introduction).decode()
    tellsTime = !hello.capabilities.contains("replay")
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
    if tellsTime, recording.hasRepeats {
      note(
        "presses that are held may act again at other times than recorded, because the daemon at "
          + "\(path.text) repeats them itself: start it with --replay")
    }
    if tellsTime, recording.readsClock {
      note(
        "the recorded time is not played, because the daemon at \(path.text) tells the time itself: "
          + "start it with --replay")
    }
  }

  private func waitForPlugins() throws(ClientError) {
    let plugins = try watcher.waitForPlugins(Int64(Player.patience))
    for plugin in recording.header.plugins {
      guard let present = plugins[plugin.name] else {
        note("the plugin \(plugin.name) \(plugin.version) is not there\(pluginAdvice)")
        continue
      }
      if present.version != plugin.version {
        note("the plugin \(plugin.name) was \(plugin.version) and is \(present.version)")
      } else if let hash = plugin.hash, let now = present.detail?.hash, hash != now {
        note("the plugin \(plugin.name) \(plugin.version) has other files than when recorded")
      }
    }
  }

  private func set(_ members: [StateMembers.Member]) throws(ClientError) {
    let members = members.filter { !tellsTime || !$0.key.isOfClock }
    try Player.inChunks(members, of: \.roughBytes) { chunk throws(ClientError) in
      _ = try watcher.call(StateSetRequest(values: StateMembers(chunk)))
    }
  }

  private func derive(_ members: [DerivationMembers.Member]) throws(ClientError) {
    try Player.inChunks(members, of: \.roughBytes) { chunk throws(ClientError) in
      _ = try watcher.call(StateDeriveRequest(keys: DerivationMembers(chunk)))
    }
  }

  /// Has keys fed by their recorded feeders; keys that nothing feeds any more are lost with a
  /// connection that ends.
  private mutating func feed(_ beginning: InputsSubscribeResponse) throws(ClientError) {
    if beginning.leases.isEmpty { return }
    let values = Dictionary(
      beginning.state.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let gone = try PolledConnection(path, silencePatience)
    for lease in beginning.leases {
      let feeder = try lease.connection.map { number throws(ClientError) in
        try connection(number, client: nil)
      }
      let members = lease.keys.compactMap { key in
        values[key].map { StateMembers.Member(key: key, value: $0) }
      }
      try Player.inChunks(members, of: \.roughBytes) { chunk throws(ClientError) in
        _ = try (feeder ?? gone).call(
          StateSetRequest(values: StateMembers(chunk), lease: lease.lease))
      }
      if lease.isSilent, let feeder, let key = lease.keys.first {
        try silence(LeaseSilence(lease: lease.lease, key: key), of: feeder)
      }
    }
    try gone.finish()
  }

  /// Begins the presses that were in progress. Meanwhile their actions have no conditions: those
  /// held when the presses began and may no longer hold. A patch, unlike a definition, leaves
  /// presses alone.
  private mutating func press(_ beginning: InputsSubscribeResponse) throws(ClientError) {
    let ids = Set(beginning.presses.map(\.id))
    let guarded = beginning.buttons.filter { ids.contains($0.id) && $0.action?.when != nil }
    for button in guarded { try patch(button.id, when: nil) }
    for press in beginning.presses {
      _ = try connection(press.connection, client: nil).call(PressBeganRequest(id: press.id))
      if press.hasRepeated {
        repeatedPresses.insert(HeldPress(connection: press.connection, id: press.id))
      }
    }
    for button in guarded { try patch(button.id, when: button.action?.when) }
  }

  /// Replaces the condition of a button's action.
  private func patch(_ id: String, when: ExpressionText?) throws(ClientError) {
    let params = JSONDocument { writer in
      writer.member("id", id)
      writer.key("action")
      writer.beginObject()
      writer.key("when")
      if let when { when.write(into: &writer) } else { writer.null() }
      writer.endObject()
    }
    let request = watcher.request("\(ButtonsPatchRequest.method)", params)
    _ = try watcher.answer(to: request).get()
  }

  private func define(_ definitions: [ButtonDefinition]) throws(ClientError) {
    let buttons = definitions.map { button in
      var writer = JSONWriter()
      button.write(into: &writer)
      return [UInt8](writer.bytes)
    }
    try Player.inChunks(buttons, of: \.count) { chunk throws(ClientError) in
      let params = JSONDocument { writer in
        writer.key("buttons")
        writer.beginArray()
        for button in chunk { button.withUnsafeBytes { writer.value(raw: $0) } }
        writer.endArray()
      }
      let id = watcher.request("\(ButtonsDefineRequest.method)", params)
      _ = try watcher.answer(to: id).get()
    }
  }

  /// Passes elements to `send` in chunks of about ``chunkBytes``.
  private static func inChunks<Element>(
    _ elements: [Element], of bytes: (Element) -> Int,
    _ send: ([Element]) throws(ClientError) -> Void
  ) throws(ClientError) {
    var chunk: [Element] = []
    var size = 0
    for element in elements {
      chunk.append(element)
      size += bytes(element)
      guard size > chunkBytes else { continue }
      try send(chunk)
      (chunk, size) = ([], 0)
    }
    if !chunk.isEmpty { try send(chunk) }
  }
}

extension Recording {
  /// Presses acted while they were held.
  fileprivate var hasRepeats: Bool {
    entries.contains { entry in
      guard case .input(let input) = entry.line else { return false }
      return input.inputMethod == InputReceivedNotification.pressRepeated
    }
  }

  /// It depends on the clock's keys.
  fileprivate var readsClock: Bool {
    header.beginning.state.members.contains { $0.key.isOfClock }
      || entries.contains { entry in
        guard case .input(let input) = entry.line else { return false }
        return input.connection == InputReceivedNotification.clockConnection
      }
  }
}

extension UTF8String {
  fileprivate var isOfClock: Bool { StateKey.clockNames.contains(string) }
}

extension StateMembers.Member {
  /// The approximate size in a request.
  fileprivate var roughBytes: Int {
    switch value {
    case .null, .bool, .int, .double: key.bytes.count + 16
    case .string(let text), .json(let text): key.bytes.count + text.bytes.count
    }
  }
}

extension GroupDefinition {
  /// The size in a request.
  fileprivate var roughBytes: Int {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.count
  }
}

extension DerivationMembers.Member {
  /// The approximate size in a request.
  fileprivate var roughBytes: Int {
    switch value {
    case .expression(let source)?, .template(let source)?: key.bytes.count + source.bytes.count
    case nil: key.bytes.count
    }
  }
}
