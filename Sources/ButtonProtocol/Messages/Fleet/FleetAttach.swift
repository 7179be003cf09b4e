import JSONRPC

package struct FleetAttachRequest: Request, Hashable {
  package typealias Response = FleetLinkResponse
  package static let method = Method(
    "fleet.attach", for: .fleet,
    "The engine of a scope is in reach; the scope is this connection's from now on.",
    errors: [.notFound], notifies: FleetJoinNotification.self)

  package var scope = ""

  package init() {}

  package init(scope: String) { self.scope = scope }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scope", &scope, as: .scopeName)
  }
}

/// The answer to all requests of the link.
package struct FleetLinkResponse: Message, Hashable {
  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

/// `fleet.joined` answers it.
package struct FleetJoinNotification: Notification, Hashable {
  package static let method: StaticString = "fleet.join"
  package static let summary: StaticString =
    """
    Ask the engine whether it has the cursor, and for the last number of each life; also now and then, \
    to see whether the history still holds.
    """

  package var scope = ""
  package var session: UInt32 = 0
  package var cursor: FleetPosition?
  package var lives: [String] = []
  package var isAwaited = false

  package init() {}

  package init(
    scope: String, session: UInt32, cursor: FleetPosition?, lives: [String], isAwaited: Bool
  ) {
    self.scope = scope
    self.session = session
    self.cursor = cursor
    self.lives = lives
    self.isAwaited = isAwaited
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.optional("cursor", &cursor, "How far the daemon has read; without it nothing.")
    try fields.required("lives", &lives, as: .hexadecimalNames)
    try fields.flag("awaited", &isAwaited, "A client waits for the answer.")
  }
}

package struct FleetPosition: WireObject, Hashable {
  package static var schema: Schema {
    .named("FleetPosition", "A place in the history of a scope.", .table(Self.self))
  }

  package var revision: UInt64 = 0
  package var chain = ""

  package init() {}

  package init(revision: UInt64, chain: String) {
    self.revision = revision
    self.chain = chain
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, "The fleet's, not the daemon's.")
    try fields.required("chain", &chain, as: .hexadecimalName, "The hash of the history up to it.")
  }
}

extension Fields where Self: ~Copyable {
  /// The session, and its scope, that a message is about.
  mutating func session(_ scope: inout String, _ session: inout UInt32) throws(Failure) {
    try required("scope", &scope, as: .scopeName)
    var number = UInt64(session)
    try required("session", &number, as: SessionForm(), "As the daemon's `fleet.join` had it.")
    session = UInt32(truncatingIfNeeded: number)
  }
}

private struct SessionForm: FieldForm {
  var schema: Schema { .integer(0...Int(UInt32.max)) }

  func read(_ json: JSONElement) throws(ProtocolError) -> UInt64 {
    let number = try UInt64(json: json)
    guard number <= UInt64(UInt32.max) else {
      throw .invalidParams("must be at most \(UInt32.max), but is \(number)")
    }
    return number
  }
}

extension FieldForm where Self == DescribedForm<String> {
  static var scopeName: Self {
    Self {
      .named("Scope", "The name of a scope of the fleet, as the configuration has it.", .text)
    }
  }

  /// 16 lower-case hexadecimal digits: a chain, a life or the name of a history.
  static var hexadecimalName: Self {
    Self { .json(#"{"type":"string","pattern":"^[0-9a-f]{16}$"}"#) }
  }

  static var requestNumber: Self {
    Self {
      .named(
        "RequestNumber", "`LIFE:SEQUENCE`, the same over all daemons and retries.",
        .json(#"{"type":"string","pattern":"^[0-9a-f]{16}:[1-9][0-9]*$"}"#))
    }
  }
}

extension FieldForm where Self == DescribedForm<[String]> {
  static var hexadecimalNames: Self {
    Self { .list(.json(#"{"type":"string","pattern":"^[0-9a-f]{16}$"}"#)) }
  }
}
