package import ButtonModel
import JSONRPC

package struct FleetSnapshotRequest: Request, Hashable {
  package typealias Response = FleetLinkResponse
  package static let method = Method(
    "fleet.snapshot", for: .fleet, "A page of a scope's keys; the last one has head.",
    errors: [.notFound], notifies: FleetReadNotification.self)

  package static let maximumKeys = 4_096

  package struct Key: WireObject, Hashable {
    package var key: UTF8String = ""
    package var revision: UInt64 = 0
    package var value: UTF8String?

    package init() {}

    package init(key: UTF8String, revision: UInt64, value: UTF8String?) {
      self.key = key
      self.revision = revision
      self.value = value
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("key", &key)
      try fields.required(.revision, &revision, "The fleet's, that changed it last.")
      try fields.optional("value", &value, "The text of its JSON; without it the key is removed.")
    }
  }

  package var scope = ""
  package var session: UInt32 = 0
  package var keys: [Key] = []
  package var head: FleetPosition?

  package init() {}

  package init(scope: String, session: UInt32, keys: [Key], head: FleetPosition? = nil) {
    self.scope = scope
    self.session = session
    self.keys = keys
    self.head = head
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.required("keys", &keys, as: BoundedListForm(most: Self.maximumKeys))
    try fields.optional("head", &head, "How far the history went after the last page.")
  }
}

/// `fleet.snapshot` and `fleet.entries` answer it.
package struct FleetReadNotification: Notification, Hashable {
  package static let method: StaticString = "fleet.read"
  package static let summary: StaticString =
    """
    Send all keys in pages, the last with how far the history went after it, then the log after this \
    revision, and go on with what comes.
    """

  package var scope = ""
  package var session: UInt32 = 0
  package var after: UInt64 = 0

  package init() {}

  package init(scope: String, session: UInt32, after: UInt64) {
    self.scope = scope
    self.session = session
    self.after = after
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.required("after", &after, "A revision of the fleet.")
  }
}

struct BoundedListForm<Element: FieldValue>: FieldForm {
  let most: Int

  var schema: Schema { .list(Element.schema) }

  func read(_ json: JSONElement) throws(ProtocolError) -> [Element] {
    if json.isArray, json.count > most {
      throw .invalidParams("must have at most \(most) items, but has \(json.count)")
    }
    return try [Element](json: json)
  }
}
