/// The kind of an error: a number for programs and a word for people. This module defines
/// JSON-RPC's codes; a protocol adds its own in an extension.
package struct RPCErrorCode: Hashable, Sendable {
  package let number: Int32

  /// The reason in `data.reason`; empty if the server sent none.
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

  /// Not JSON.
  package static let parseError = RPCErrorCode(-32700, reason: "parseError")
  /// JSON, but not a request.
  package static let invalidRequest = RPCErrorCode(-32600, reason: "invalidRequest")
}
