/// What a plugin may read, as its manifest lists it: exact names, or a prefix that ends in `.*`.
struct ReadPatterns {
  private let exact: [[UInt8]]
  private let prefixes: [[UInt8]]

  /// Patterns over full names such as `state.checkout.itemCount`.
  init(_ patterns: [String]) {
    exact = patterns.filter { !$0.hasSuffix("*") }.map { [UInt8]($0.utf8) }
    prefixes = patterns.filter { $0.hasSuffix("*") }.map { [UInt8]($0.dropLast().utf8) }
  }

  /// True when the state key `name`, written without `state.`, is covered.
  func coversState(_ name: UnsafeRawBufferPointer) -> Bool {
    let prefix = ReadPatterns.statePrefix
    for pattern in exact
    where pattern.count == prefix.count + name.count && pattern.starts(with: prefix)
      && pattern[prefix.count...].elementsEqual(name)
    {
      return true
    }
    for pattern in prefixes {
      if pattern.count <= prefix.count {
        if prefix.starts(with: pattern) { return true }
      } else if pattern.starts(with: prefix), name.starts(with: pattern[prefix.count...]) {
        return true
      }
    }
    return false
  }

  /// What stands before the name of a state key when a plugin reads it.
  static let statePrefix = [UInt8]("state.".utf8)
}
