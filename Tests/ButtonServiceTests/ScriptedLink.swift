import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetEngineModel
import FleetLink
import JSONRPC
import TestSupport

@testable import ButtonService

/// What connects a daemon in memory to one scope of the engine's model, over the messages of a link.
final class ScriptedLink {
  static let foreign = Life(rawValue: 0xF)

  let daemon: MemoryDaemon
  let name: String
  let scope: String
  var engine = FleetEngineModel(id: Chain(rawValue: 0xC0FFEE))
  /// Whether requests wait until ``release()``.
  var holdsRequests = false
  /// Whether joins wait until a join of another session comes, or ``answerJoin()``. As a link's program
  /// does, it drops those of a session that another replaces.
  var holdsJoins = false
  private var heldJoins: [FleetJoinNotification] = []
  /// Whether the log is sent.
  var sendsLog = true
  /// How many entries it sends at once.
  var logLimit = 512
  private(set) var joins = 0
  private(set) var wasDetached = false
  private var held: [FleetSubmitNotification] = []
  /// What the daemon asks of actions.
  private(set) var orders: [FleetTakeNotification] = []
  private var session: UInt32 = 0
  private var position: UInt64?
  private var foreignNumber: UInt64 = 0

  init(_ daemon: MemoryDaemon, scope: String = "shop", name: String = "link") {
    self.daemon = daemon
    self.scope = scope
    self.name = name
    daemon.open(name, role: .fleet)
  }

  func attach() throws {
    say(FleetAttachRequest(scope: scope), "fleet.attach")
    try pump()
  }

  func lose(_ reason: String = "refused", _ message: String = "the engine refuses") {
    position = nil
    orders = []
    say(FleetStateRequest(scope: scope, reason: reason, message: message), "fleet.state")
  }

  /// The connection ends.
  func close() { daemon.close(name) }

  /// Another daemon changes keys.
  func change(_ operations: FleetOperation...) throws {
    foreignNumber += 1
    _ = engine.apply(FleetRequest(RequestNumber(Self.foreign, foreignNumber), operations))
    try pump()
  }

  /// Another daemon's button performs its action.
  func act(_ text: String, limit: Int = 10_000) throws {
    foreignNumber += 1
    _ = engine.act(
      FleetRequest(RequestNumber(Self.foreign, foreignNumber)), UTF8String(text), limit: limit)
    try pump()
  }

  /// Hands held requests to the engine.
  func release() throws {
    holdsRequests = false
    let requests = held
    held = []
    for message in requests { try submit(message) }
    try pump()
  }

  /// Hands the first of them to the engine.
  func releaseFirst() throws {
    try submit(held.removeFirst())
    try pump()
  }

  /// Does what the daemon asks until it asks nothing more.
  func pump() throws {
    repeat {
      while daemon.waiting(on: name) > 0, let line = daemon.receive(on: name) { try take(line) }
      sendLog()
      sendActions()
    } while daemon.waiting(on: name) > 0
  }

  private func take(_ line: [UInt8]) throws {
    let padded = line + [UInt8](repeating: 0x30, count: JSONParser.padding)
    let parser = JSONParser()
    try padded.withUnsafeBytes { bytes in
      let root = try parser.parse(UnsafeRawBufferPointer(rebasing: bytes[..<line.count]))
      guard let method = root.member("method")?.string else { return }
      let params = root.member("params")
      switch method {
      case "fleet.join":
        let message = try FleetJoinNotification(params: params)
        joins += 1
        if message.session != session {
          position = nil
          heldJoins = []
        }
        session = message.session
        if holdsJoins { heldJoins.append(message) } else { try answer(message) }
      case "fleet.read":
        let message = try FleetReadNotification(params: params)
        let keys = engine.snapshot().map { FleetSnapshotRequest.Key($0) }
        say(
          FleetSnapshotRequest(scope: scope, session: message.session, keys: keys),
          "fleet.snapshot")
        say(
          FleetSnapshotRequest(
            scope: scope, session: message.session, keys: [], head: FleetPosition(engine.head)),
          "fleet.snapshot")
        position = message.after
      case "fleet.tail":
        let message = try FleetTailNotification(params: params)
        position = message.cursor.revision
      case "fleet.submit":
        let message = try FleetSubmitNotification(params: params)
        if holdsRequests { held.append(message) } else { try submit(message) }
      case "fleet.take":
        let message = try FleetTakeNotification(params: params)
        orders.removeAll { $0.group == message.group }
        if message.count > 0 { orders.append(message) }
      case "fleet.detached": wasDetached = true
      default: break
      }
    }
  }

  private func answer(_ message: FleetJoinNotification) throws {
    let cursor = try message.cursor.map { try FleetCursor($0, path: "") }
    let lives = message.lives.compactMap { Life($0.utf8) }
    say(
      FleetJoinedRequest(scope, session: message.session, engine.join(cursor, lives: lives)),
      "fleet.joined")
  }

  /// Answers the first of the joins that are held.
  func answerJoin() throws {
    try answer(heldJoins.removeFirst())
    try pump()
  }

  private func submit(_ message: FleetSubmitNotification) throws {
    var outcomes: [FleetOutcomesRequest.Outcome] = []
    for request in message.requests {
      let submission = try Submission(request)
      let answer = engine.perform(
        FleetRequest(
          submission.number, oldestOpen: submission.oldestOpen, condition: submission.condition,
          submission.operations, effect: submission.effect, actionLimit: submission.actionLimit))
      outcomes.append(.init(submission.number, answer))
    }
    say(
      FleetOutcomesRequest(scope: scope, session: message.session, outcomes: outcomes),
      "fleet.outcomes")
  }

  /// Brings what was asked for, as far as there is something.
  private func sendActions() {
    for order in orders {
      var message = FleetActionsRequest(
        scope: scope, session: order.session, group: order.group, actions: [], last: 0)
      if let group = order.group {
        engine.actions.addGroup(group)
        while message.actions.count < order.count,
          let number = engine.actions.deliver(in: group, to: order.consumer ?? "")
        {
          message.actions.append(action(number))
        }
      } else if let after = order.after {
        let next = engine.actions.waiting.map(\.number).filter { $0 > after }
        message.actions = next.prefix(order.count).map { action($0) }
      } else {
        message.last = engine.actions.last
        orders.removeAll { $0 == order }
        say(message, "fleet.actions")
        continue
      }
      guard let last = message.actions.last else { continue }
      message.last = last.number
      orders.removeAll { $0 == order }
      say(message, "fleet.actions")
    }
  }

  /// Gives the daemon a delivery that another has not done.
  func redeliver(_ number: UInt64, of group: UTF8String) throws {
    guard let order = orders.first(where: { $0.group == group }) else {
      throw TestFailure("the daemon asks for nothing of \(group)")
    }
    engine.actions.claim(number, in: group, for: order.consumer ?? "")
    orders.removeAll { $0 == order }
    var action = action(number)
    action.isRedelivered = true
    say(
      FleetActionsRequest(
        scope: scope, session: order.session, group: group, actions: [action], last: number),
      "fleet.actions")
    try pump()
  }

  private func action(_ number: UInt64) -> FleetActionsRequest.Action {
    let action = engine.actions.action(number)
    return FleetActionsRequest.Action(
      number: number, request: action?.request.description ?? "", isRedelivered: false,
      text: action?.text ?? "")
  }

  private func sendLog() {
    guard sendsLog, let position else { return }
    let entries = engine.entries(after: position, limit: logLimit)
    guard let last = entries.last else { return }
    self.position = last.revision
    say(
      FleetEntriesRequest(
        scope: scope, session: session, entries: entries.map { .init($0) }), "fleet.entries")
  }

  /// Sends entries as they are.
  func send(_ entries: [LogEntry]) {
    say(
      FleetEntriesRequest(
        scope: scope, session: session, entries: entries.map { .init($0) }), "fleet.entries")
  }

  func say(_ message: some Message, _ method: String) {
    var writer = JSONWriter()
    message.write(into: &writer)
    let params = String(decoding: writer.bytes, as: UTF8.self)
    daemon.send(
      Array(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#.utf8), on: name)
  }
}

extension MemoryDaemon {
  /// The settings of a shop: stock counts, notes yield, signs are overwritten, the rest is refused.
  static var shop: ScopeSettings {
    ScopeSettings(
      name: "shop",
      keys: [
        .init("stock", .count), .init("note", .yield), .init("sign", .overwrite), .init("open"),
      ])
  }

  /// Shares keys.
  func share(_ settings: ScopeSettings..., life: UInt64 = 1) throws {
    var next = life
    let fleet = try Fleet(
      settings, service,
      life: {
        defer { next += 100 }
        return Life(rawValue: next)
      }, clock: { [unowned self] in now })
    service.fleet = fleet
    fleet.start()
    turn()
  }

  /// A daemon with a scope, and its link.
  static func withShop(attached: Bool = true) throws -> (MemoryDaemon, ScriptedLink) {
    let daemon = MemoryDaemon()
    daemon.open("a")
    try daemon.share(MemoryDaemon.shop)
    let link = ScriptedLink(daemon)
    if attached { try link.attach() }
    return (daemon, link)
  }

  /// The value of a key as the text of its JSON; nil without one.
  func value(_ key: String) -> String? {
    engine.value(of: UTF8String(key)).map { $0.fleetText.string }
  }
}
