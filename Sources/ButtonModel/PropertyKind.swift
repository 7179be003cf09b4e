/// A type of property values, without limits. The raw values are the names in
/// `Config/properties.json`.
public enum PropertyKind: String, Sendable {
  case bool, number, text, choice, color, effect, attributedText, fontEffect, transaction
  case textRuns
}
