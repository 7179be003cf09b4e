import ButtonModel
import ButtonProtocol
import FleetEngineModel
import FleetLink
import JSONRPC
import TestSupport

/// What connects a live daemon to a scope of the engine's model, over its socket.
final class LiveLink {
  let client: TestClient
  let scope: String
  var engine: FleetEngineModel
  /// Whether requests are lost on their way.
  var losesRequests = false
  private var session: UInt32 = 0
  private var position: UInt64?
  private let parser = JSONParser()

  init(_ client: TestClient, _ engine: FleetEngineModel, scope: String = "shop") throws {
    self.client = client
    self.engine = engine
    self.scope = scope
    _ = try client.call("hello", #"{"client":"link","role":"fleet"}"#)
  }

  func attach() throws { try say(FleetAttachRequest(scope: scope), "fleet.attach") }

  /// Does what the daemon asks until `isDone`.
  func run(until isDone: () throws -> Bool) throws {
    try wait(for: "what the link waits for") {
      if try isDone() { return true }
      // A call, so that everything that was said before it has been taken in.
      _ = try client.call("ping")
      for notification in try client.notifications(until: Deadline(seconds: 0)) {
        try take(notification)
      }
      try sendLog()
      return false
    }
  }

  private func take(_ notification: JSONTree) throws {
    let params = try members(notification["params"]).text
    switch notification["method"]?.string {
    case "fleet.join":
      let message: FleetJoinNotification = try read(params)
      if message.session != session { position = nil }
      session = message.session
      let cursor = try message.cursor.map { try FleetCursor($0, path: "") }
      let lives = message.lives.compactMap { Life($0.utf8) }
      try say(
        FleetJoinedRequest(scope, session: session, engine.join(cursor, lives: lives)),
        "fleet.joined")
    case "fleet.read":
      let message: FleetReadNotification = try read(params)
      try say(
        FleetSnapshotRequest(
          scope: scope, session: session, keys: engine.snapshot().map { .init($0) },
          head: FleetPosition(engine.head)), "fleet.snapshot")
      position = message.after
    case "fleet.tail":
      let message: FleetTailNotification = try read(params)
      position = message.cursor.revision
    case "fleet.submit":
      if losesRequests { return }
      let message: FleetSubmitNotification = try read(params)
      var outcomes: [FleetOutcomesRequest.Outcome] = []
      for request in message.requests {
        let submission = try Submission(request)
        outcomes.append(
          .init(
            submission.number,
            engine.apply(
              FleetRequest(
                submission.number, oldestOpen: submission.oldestOpen,
                condition: submission.condition, submission.operations))))
      }
      try say(
        FleetOutcomesRequest(scope: scope, session: session, outcomes: outcomes), "fleet.outcomes")
    default: break
    }
  }

  private func sendLog() throws {
    guard let position else { return }
    let entries = engine.entries(after: position, limit: 512)
    guard let last = entries.last else { return }
    self.position = last.revision
    try say(
      FleetEntriesRequest(scope: scope, session: session, entries: entries.map { .init($0) }),
      "fleet.entries")
  }

  private func read<Value: Message>(_ text: String) throws -> Value {
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes += [UInt8](repeating: 0x30, count: JSONParser.padding)
    return try bytes.withUnsafeBytes {
      try Value(params: parser.parse(UnsafeRawBufferPointer(rebasing: $0[..<count])))
    }
  }

  private func say(_ message: some Message, _ method: String) throws {
    var writer = JSONWriter()
    message.write(into: &writer)
    let params = String(decoding: writer.bytes, as: UTF8.self)
    try client.send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
  }

  private func members(_ tree: JSONTree?) throws -> JSONTree {
    guard let tree else { throw TestFailure("a notification without params") }
    return tree
  }
}
