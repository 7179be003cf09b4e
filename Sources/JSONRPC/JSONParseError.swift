/// Why a text is not a document.
package enum JSONParseError: Error, Hashable, Sendable {
  /// Not JSON, not UTF-8, or nothing at all.
  case syntax
  /// More than `JSONParser.maxDepth` containers inside one another.
  case tooDeep
  /// Longer than the parser takes, or no memory left.
  case tooLarge
}
