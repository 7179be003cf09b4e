/// Why a request is refused: the `error` of its response.
package struct RPCError: Error, Hashable, Sendable {
  /// A member of the error's `data`, such as the limit that was exceeded.
  package struct Detail: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
      case int(Int64)
      case string(String)
      case bool(Bool)
    }

    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  package var code: RPCErrorCode

  /// What failed, on what, and what to do about it.
  package var message: String

  /// The path of the mistake in the request, such as `params.values.checkout.itemCount`.
  package var path: String?

  /// Further members of `data`, in the order of writing.
  package var details: [Detail]

  package init(
    _ code: RPCErrorCode, _ message: String, path: String? = nil, details: [Detail] = []
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.details = details
  }
}
