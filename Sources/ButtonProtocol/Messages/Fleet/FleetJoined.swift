/// The engine's answer to `fleet.join`.
package struct FleetJoinedRequest: Request, Hashable {
  package typealias Response = FleetLinkResponse
  package static let method = Method(
    "fleet.joined", for: .fleet, "What the engine answers a join.", errors: [.notFound],
    notifies: FleetTailNotification.self)

  package struct LifeNumber: WireObject, Hashable {
    package var life = ""
    package var last: UInt64 = 0

    package init() {}

    package init(life: String, last: UInt64) {
      self.life = life
      self.last = last
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("life", &life, as: .hexadecimalName)
      try fields.required("last", &last, "0 of one that the engine does not know.")
    }
  }

  package var scope = ""
  package var session: UInt32 = 0
  package var verdict = ""
  package var id = ""
  package var head = FleetPosition()
  package var oldest: UInt64 = 0
  package var keyCount: UInt64 = 0
  package var numbers: [LifeNumber] = []
  package var restored: UInt64?

  package init() {}

  package init(
    scope: String, session: UInt32, verdict: String, id: String, head: FleetPosition,
    oldest: UInt64, keyCount: UInt64, numbers: [LifeNumber], restored: UInt64? = nil
  ) {
    self.scope = scope
    self.session = session
    self.verdict = verdict
    self.id = id
    self.head = head
    self.oldest = oldest
    self.keyCount = keyCount
    self.numbers = numbers
    self.restored = restored
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.required(
      "verdict", &verdict, as: .choice(["tail", "trimmed", "fork", "fresh"]),
      "Whether the cursor is in the history.")
    try fields.required("id", &id, as: .hexadecimalName, "The name of the history.")
    try fields.required("head", &head, "How far the history goes.")
    try fields.required("oldest", &oldest, "The revision of the oldest entry of the log.")
    try fields.required("keyCount", &keyCount)
    try fields.required("numbers", &numbers)
    try fields.optional(
      "restored", &restored,
      "Up to which revision an administrator has restored a history that the engine had lost.")
  }
}

/// `fleet.entries` answers it.
package struct FleetTailNotification: Notification, Hashable {
  package static let method: StaticString = "fleet.tail"
  package static let summary: StaticString =
    "Send the log after this cursor, and go on with what comes."

  package var scope = ""
  package var session: UInt32 = 0
  package var cursor = FleetPosition()

  package init() {}

  package init(scope: String, session: UInt32, cursor: FleetPosition) {
    self.scope = scope
    self.session = session
    self.cursor = cursor
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.required("cursor", &cursor)
  }
}
