/// The types of the language, which are those of JSON.
package enum ValueKind: UInt8, CaseIterable, Hashable, Sendable {
  case null, bool, int, double, string, list, map

  /// The type in a sentence: `an int`.
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

/// Words as a sentence lists them: `a, b or c`.
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
