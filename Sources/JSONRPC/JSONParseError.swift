/// Why a text cannot be parsed.
package enum JSONParseError: Error, Hashable, Sendable {
  /// The text is not JSON, not valid UTF-8, or empty.
  case syntax
  /// Containers are nested more than `JSONParser.maxDepth` deep.
  case tooDeep
  /// The text is longer than the parser accepts, or memory ran out.
  case tooLarge
}
