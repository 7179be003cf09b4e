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
}
