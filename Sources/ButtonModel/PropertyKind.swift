/// A type of values of properties, without its limits.
///
/// The raw values are the names in `Config/properties.json`.
public enum PropertyKind: String, Sendable {
  case bool, number, text, choice, color, effect, attributedText, fontEffect, transaction
  case textRuns
}
