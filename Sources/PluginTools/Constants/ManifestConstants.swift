import ButtonModel
package import PluginHost

/// What a manifest says, as constants of a plugin's source: names and defaults are then said once.
package struct ManifestConstants {
  /// The first line of every file, without its comment's marks.
  static let head = "Written by `buttonctl plugin constants` from plugin.json: change that instead."

  let manifest: Manifest
  /// What a style or handler is called in the source, by its place.
  let entries: [Entry]
  /// The names of state keys that are read whole: those with a star name no key.
  let reads: [String]

  /// A style or a handler.
  struct Entry {
    let descriptor: EntryDescriptor
    let kind: Kind

    /// Which list it is of.
    enum Kind: String { case style, handler }
  }

  /// The constants of a manifest.
  package init(_ manifest: Manifest) {
    self.manifest = manifest
    entries =
      manifest.styles.map { Entry(descriptor: $0, kind: .style) }
      + manifest.handlers.map { Entry(descriptor: $0, kind: .handler) }
    reads = manifest.reads.filter { !$0.contains("*") && $0.hasPrefix("state.") }
      .map { String($0.dropFirst("state.".count)) }
  }

  /// The source text in a language. Throws where two names would be one constant.
  package func text(in language: PluginLanguage) throws(ToolError) -> String {
    func constant(_ name: String) -> String { Self.words(name).joined(separator: " ") }
    var names = reads.map { "state key \(constant($0))" }
    for entry in entries {
      let (kind, name) = (entry.kind, entry.descriptor.name)
      names.append("\(kind) \(constant(name))")
      for parameter in entry.descriptor.parameters {
        names.append("\(kind) \(name), parameter \(constant(parameter.name))")
      }
    }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw ToolError(
        "plugin.json has two names that are one constant: \(name); give them names that differ in "
          + "more than -, _ and case")
    }
    return switch language {
    case .swift: swift
    case .c: c
    case .rust: rust
    }
  }

  /// The words of a name, in lower case: `bounds-press` and `boundsPress` have two.
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var isBehindLower = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        if words.last != "" { words.append("") }
        isBehindLower = false
        continue
      }
      if words.isEmpty || (isBehindLower && character.isUppercase) { words.append("") }
      words[words.count - 1] += character.lowercased()
      isBehindLower = character.isLowercase || character.isNumber
    }
    return words.filter { !$0.isEmpty }
  }

  /// `BOUNDS_PRESS`.
  static func upper(_ name: String) -> String {
    words(name).joined(separator: "_").uppercased()
  }

  /// `BoundsPress`.
  static func pascal(_ name: String) -> String {
    words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// A documentation as one line.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").replacingUnprintable { _ in " " }
      .replacing("*/", with: "* /")
  }
}
