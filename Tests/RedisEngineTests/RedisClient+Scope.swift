import RESP

/// What an engine has of the scope `s`.
extension RedisClient {
  /// The values of all keys; a key that was removed has none.
  func sharedValues() throws -> [String: String] {
    let words = try ask("HGETALL", "btn:{s}:k").elements?.compactMap(\.string) ?? []
    var values: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      let value = words[index + 1].drop { $0 != " " }.dropFirst()
      if !value.isEmpty { values[words[index]] = String(value) }
    }
    return values
  }

  /// How many changes its history has.
  func revision() throws -> Int { Int(try text("HGET", "btn:{s}:m", "rev")) ?? -1 }

  /// Keeps the scope as it is; what is returned puts that in its place, as an engine does that lost what came since.
  func keepScope() throws -> () throws -> Void {
    let names = try ask("KEYS", "btn:{s}:*").elements?.compactMap(\.string) ?? []
    for name in names { _ = try ask("COPY", name, "kept:\(name)") }
    return { for name in names { _ = try self.ask("COPY", "kept:\(name)", name, "REPLACE") } }
  }
}
