/// JSON's types, with two of numbers.
package enum ValueKind: UInt8, CaseIterable, Hashable, Sendable {
  case null, bool, int, double, string, list, map

  /// The words for a sentence: `an int`.
  package var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .int: "an int"
    case .double: "a double"
    case .string: "a string"
    case .list: "a list"
    case .map: "a map"
    }
  }
}

/// Joins words for a sentence: `a, b or c`.
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
