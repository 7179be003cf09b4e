package enum JSONParseError: Error, Hashable, Sendable {
  /// Not JSON, not valid UTF-8, or empty.
  case syntax
  /// Deeper than `JSONParser.maxDepth`.
  case tooDeep
  /// Longer than the parser accepts, or memory ran out.
  case tooLarge
}
