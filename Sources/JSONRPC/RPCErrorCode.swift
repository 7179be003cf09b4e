/// What kind of error a response carries: a number for machines and a word for people.
///
/// Open: this module knows JSON-RPC's own codes, a protocol adds its codes in an extension.
package struct RPCErrorCode: Hashable, Sendable {
  /// The number on the wire.
  package let number: Int32

  /// The word in `data.reason`; empty if a server gave none.
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
  /// The line is JSON but no request.
  package static let invalidRequest = RPCErrorCode(-32600, reason: "invalidRequest")
  /// No such method.
  package static let methodNotFound = RPCErrorCode(-32601, reason: "methodNotFound")
  /// The method does not take these parameters.
  package static let invalidParams = RPCErrorCode(-32602, reason: "invalidParams")
  /// The server's own fault.
  package static let internalError = RPCErrorCode(-32603, reason: "internalError")
}
