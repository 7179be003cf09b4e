/// The kind of an error: a number for programs and a word for people.
///
/// An open set: this module defines the codes of JSON-RPC, and a protocol adds its own in an
/// extension.
package struct RPCErrorCode: Hashable, Sendable {
  /// The number on the wire.
  package let number: Int32

  /// The word in `data.reason`; empty if the server sent none.
  package let reason: String

  package init(_ number: Int32, reason: String) {
    self.number = number
    self.reason = reason
  }

  package static func == (one: RPCErrorCode, other: RPCErrorCode) -> Bool {
    one.number == other.number
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }

  /// The line is not JSON.
  package static let parseError = RPCErrorCode(-32700, reason: "parseError")
  /// The line is JSON but not a request.
  package static let invalidRequest = RPCErrorCode(-32600, reason: "invalidRequest")
}
