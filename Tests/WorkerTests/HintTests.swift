import TestSupport
import Testing

/// What the compiler says to authors who type words of SwiftUI or UIKit.
struct HintTests {
  private struct Hint {
    /// A statement of a style.
    let statement: String
    /// What the compiler says to it.
    let says: String
  }

  /// Colours by SwiftUI's names and by ours.
  private static let colors: KeyValuePairs = [
    "blue": "systemBlue", "brown": "systemBrown", "cyan": "systemCyan", "gray": "systemGray",
    "green": "systemGreen", "indigo": "systemIndigo", "mint": "systemMint",
    "orange": "systemOrange", "pink": "systemPink", "purple": "systemPurple", "red": "systemRed",
    "teal": "systemTeal", "yellow": "systemYellow", "primary": "label",
    "secondary": "secondaryLabel", "accentColor": "tint",
  ]

  private static let others = [
    Hint(
      statement: "look.titleColor = Color.label.withAlphaComponent(0.5)",
      says: "renamed to 'withAlpha(_:)'"),
    Hint(
      statement: "if context.isPressed { return }",
      says: "renamed to 'isHighlighted'"),
    Hint(statement: "if context.isDisabled { return }", says: "ask isEnabled"),
    Hint(statement: "if context.colorScheme { return }", says: "renamed to 'isDark'"),
    Hint(statement: "look.backgroundColor = .tint", says: "renamed to 'background.color'"),
    Hint(statement: "look.tint = .label", says: "renamed to 'foregroundColor'"),
    Hint(statement: "look.foregroundStyle = .label", says: "renamed to 'foregroundColor'"),
    Hint(statement: "look.borderColor = .label", says: "renamed to 'background.strokeColor'"),
    Hint(statement: "look.borderWidth = 2", says: "renamed to 'background.strokeWidth'"),
    Hint(statement: "look.scaleEffect = 0.9", says: "renamed to 'scale'"),
    Hint(statement: "look.fontWeight = .bold", says: "renamed to 'titleFontWeight'"),
    Hint(statement: "look.label = \"Pay\"", says: "renamed to 'title'"),
    Hint(statement: "look.cornerRadius = 8", says: "set background.cornerRadius"),
    Hint(statement: "look.cornerRadius(8)", says: "set background.cornerRadius"),
    Hint(statement: "look.font = .headline", says: "set titleTextStyle"),
    Hint(statement: "look.font(.headline)", says: "set titleTextStyle"),
    Hint(statement: "look.padding = 8", says: "call contentInsets.set(_:)"),
    Hint(statement: "look.padding()", says: "call contentInsets.set(_:)"),
  ]

  /// All in one run of the compiler, which takes seconds.
  @Test func wordsOfSwiftUIAreAnsweredWithTheOnesToUse() throws {
    let hints =
      Self.colors.map { name, other in
        Hint(
          statement: "look.background.color = .\(name)",
          says: "renamed to '\(other)'")
      } + Self.others
    let file = Products.source("Sources/ButtondKit/Hints.swift")
    let declared = String(decoding: try FileBytes.read(file), as: UTF8.self)
    #expect(declared.matches(of: #/unavailable,/#).count == hints.count)

    let head = """
      import ButtondKit
      struct Style: ButtonStyle {
        func update(_ look: borrowing Look, in context: borrowing Context) {

      """
    let folder = TemporaryFolder()
    let path = folder.write(
      head + hints.map(\.statement).joined(separator: "\n") + "\n}\n}\n", to: "style.swift")
    let map = Products.path("CButtonPlugin.build/module.modulemap")
    let done = try Program.run(
      "swiftc",
      [
        "-typecheck", "-swift-version", "6", "-I", Products.path("Modules"),
        "-Xcc", "-fmodule-map-file=\(map)", path,
      ], by: Deadline(seconds: 200))
    var said: [Int: String] = [:]
    for error in done.error.matches(of: #/style\.swift:(\d+):\d+: error: (.*)/#) {
      said[Int(error.output.1) ?? 0, default: ""] += error.output.2
    }
    let first = head.count { $0 == "\n" } + 1
    for (index, hint) in hints.enumerated() {
      let text = said[first + index] ?? "nothing"
      #expect(text.contains(hint.says), "\(hint.statement): \(text)")
    }
    #expect(said.count == hints.count, "\(done.error)")
  }
}
