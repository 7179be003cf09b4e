/// A key, with or without modifiers, that acts as a press: `cmd+return`.
public struct KeyboardShortcut: Hashable, Sendable {
  public struct Mistake: Error, Hashable {
    /// What is wrong, and how to fix it.
    public let message: String
  }

  /// In their order, with their aliases.
  private static let modifiers = [
    ("ctrl", ["control"]), ("alt", ["option", "opt"]), ("shift", []), ("cmd", ["command", "meta"]),
  ]
  /// Keys with names, with their aliases.
  private static let keys =
    [
      ("return", ["enter"]), ("escape", ["esc"]), ("space", []), ("tab", []),
      ("delete", ["backspace"]), ("forwarddelete", []), ("up", []), ("down", []), ("left", []),
      ("right", []), ("home", []), ("end", []), ("pageup", []), ("pagedown", []), ("plus", []),
    ] + (1...24).map { ("f\($0)", []) }

  /// All names with their aliases, for schemas and tests.
  package static let names = (
    modifiers: spelled(modifiers).map(\.0), keys: spelled(keys).map(\.0)
  )

  /// Normalised: in lower case, the modifiers in the order `ctrl+alt+shift+cmd`.
  public let text: String

  /// Modifiers and a key, joined by `+`, in any case.
  public init(_ text: String) throws(Mistake) {
    let parts = text.lowercased().split(separator: "+", omittingEmptySubsequences: false).map {
      String($0)
    }
    guard let last = parts.last, !parts.contains("") else {
      throw Mistake(
        message: "'\(Excerpt(text))' is not a shortcut: join modifiers and a key by +, such as "
          + "cmd+return; the key + is named plus")
    }
    var present: Set<String> = []
    for part in parts.dropLast() {
      guard let name = Self.name(part, in: Self.modifiers) else {
        throw Mistake(
          message: "'\(Excerpt(part))' is not a modifier"
            + Self.advice(part, Self.modifiers, or: "; known are ctrl, alt, shift and cmd"))
      }
      guard present.insert(name).inserted else {
        throw Mistake(message: "'\(name)' occurs twice")
      }
    }
    guard let key = Self.name(last, in: Self.keys) ?? Self.character(last) else {
      let isModifier = Self.name(last, in: Self.modifiers) != nil
      throw Mistake(
        message: isModifier
          ? "'\(last)' is a modifier: end with a key, such as \(last)+return"
          : "'\(Excerpt(last))' is not a key"
            + Self.advice(last, Self.keys, or: "; use a letter, a digit, or a name such as return"))
    }
    self.text = (Self.modifiers.map(\.0).filter(present.contains) + [key]).joined(separator: "+")
  }

  /// A key named by its character.
  private static func character(_ text: String) -> String? {
    guard let byte = text.utf8.first, text.utf8.count == 1, (0x21...0x7E).contains(byte) else {
      return nil
    }
    return text
  }

  private static func name(_ text: String, in table: [(String, [String])]) -> String? {
    table.first { $0.0 == text || $0.1.contains(text) }?.0
  }

  private static func spelled(_ table: [(String, [String])]) -> [(String, String)] {
    table.flatMap { entry in ([entry.0] + entry.1).map { ($0, entry.0) } }
  }

  private static func advice(
    _ text: String, _ table: [(String, [String])], or known: String
  ) -> String {
    let advice = NearestName.advice(text, among: spelled(table).map(\.0))
    return advice.isEmpty ? known : advice
  }
}
