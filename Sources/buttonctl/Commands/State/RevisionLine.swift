import ButtonModel

/// What a change came to, as a line.
enum RevisionLine {
  /// The revision, and the keys that have another value than before.
  static func text(_ revision: UInt64, changed: [UTF8String]) -> String {
    let keys = changed.isEmpty ? "nothing" : changed.map(\.string).joined(separator: ", ")
    return "revision \(revision): \(keys) changed"
  }

  /// The revision, and what was done to buttons.
  static func text(_ revision: UInt64, _ verb: String, _ ids: [String]) -> String {
    "revision \(revision): \(ids.isEmpty ? "nothing" : ids.joined(separator: ", ")) \(verb)"
  }
}
