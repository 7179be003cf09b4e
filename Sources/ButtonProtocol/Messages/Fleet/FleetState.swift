import JSONRPC

package struct FleetStateRequest: Request, Hashable {
  package typealias Response = FleetLinkResponse
  package static let method = Method(
    "fleet.state", for: .fleet,
    "The engine of a scope is out of reach, and why; the scope is this connection's if nobody had it.",
    errors: [.notFound], notifies: FleetDetachedNotification.self)

  package var scope = ""
  package var reason = ""
  package var message = ""

  /// The limit for a reason and for a message.
  package static let maximumBytes = 1_024

  package init() {}

  package init(scope: String, reason: String, message: String) {
    self.scope = scope
    self.reason = reason
    self.message = message
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scope", &scope, as: .scopeName)
    try fields.required("reason", &reason, as: ShortTextForm(), "A word for programs.")
    try fields.required("message", &message, as: ShortTextForm(), "A sentence for people.")
  }
}

package struct FleetDetachedNotification: Notification, Hashable {
  package static let method: StaticString = "fleet.detached"
  package static let summary: StaticString =
    "Another connection carries the scope now; what this one says of it is refused."

  package var scope = ""

  package init() {}

  package init(scope: String) { self.scope = scope }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scope", &scope, as: .scopeName)
  }
}

struct ShortTextForm: FieldForm {
  var schema: Schema {
    .json(#"{"type":"string","maxLength":\#(FleetStateRequest.maximumBytes)}"#)
  }

  func read(_ json: JSONElement) throws(ProtocolError) -> String {
    let text = try String(json: json)
    guard text.utf8.count <= FleetStateRequest.maximumBytes else {
      throw .invalidParams("must have at most \(FleetStateRequest.maximumBytes) bytes")
    }
    return text
  }
}
