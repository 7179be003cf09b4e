/// The words by which devices and programs say that they have no value.
package enum NoValue {
  /// The words for numbers and booleans, in lower case, unless a configuration names others.
  package static let usualWords = [
    "", "nan", "none", "null", "unavailable", "unknown", "undefined", "n/a",
  ]
  package static let maximumWords = 100
  package static let maximumBytes = 64

  /// The word that `text` is, in any case; nil for a text that may be a value.
  package static func word(_ text: some Sequence<UInt8>, among words: [String]) -> String? {
    if words.isEmpty { return nil }
    let bytes = Array(text.prefix(maximumBytes + 1))
    guard bytes.count <= maximumBytes else { return nil }
    let word = String(decoding: bytes, as: UTF8.self).lowercased()
    return words.contains(word) ? word : nil
  }
}
