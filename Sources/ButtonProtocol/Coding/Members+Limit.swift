extension Members {
  /// The most entries that the request wants in its answer: at least one.
  package func limit() throws(ProtocolError) -> Int? {
    guard let limit: Int = try optional("limit") else { return nil }
    guard limit >= 1 else {
      throw .invalidParams("must be at least 1, but is \(limit)", path: "limit")
    }
    return limit
  }
}
