import ButtonModel
package import PluginHost

/// A manifest's names and defaults as constants of a plugin's source, so that they are written
/// once.
package struct ManifestConstants {
  /// The first line of every file, without comment marks.
  static let head = "Written by `buttonctl plugin constants` from plugin.json: change that instead."

  let manifest: Manifest
  let entries: [Entry]
  /// The keys read, without patterns, which name no key.
  let reads: [String]

  struct Entry {
    let descriptor: EntryDescriptor
    let kind: Kind

    enum Kind: String { case style, handler }
  }

  package init(_ manifest: Manifest) {
    self.manifest = manifest
    entries =
      manifest.styles.map { Entry(descriptor: $0, kind: .style) }
      + manifest.handlers.map { Entry(descriptor: $0, kind: .handler) }
    reads = manifest.reads.filter { !$0.contains("*") && $0.hasPrefix("state.") }
      .map { String($0.dropFirst("state.".count)) }
  }

  /// Returns the text. Of names with the same words, `a-b` and `a_b`, the second gets a number.
  package func text(in language: PluginLanguage) -> String {
    switch language {
    case .swift: swift
    case .c: c
    case .rust: rust
    }
  }

  /// What a source with constants in capitals, in C or Rust, has.
  enum Item {
    /// A style or a handler begins.
    case gap
    case name(_ constant: String, String, documentation: String)
    /// A parameter's default.
    case fallback(_ constant: String, StateValue, ParameterKind)
  }

  /// None is named like one of `taken`.
  func items(besides taken: Set<String>) -> [Item] {
    var names = ConstantNames(taken: taken, separator: "_")
    var items = reads.map { key in
      Item.name(names.take("STATE_\(Self.upper(key))"), "state.\(key)", documentation: "")
    }
    for entry in entries {
      let (kind, name) = (entry.kind.rawValue, entry.descriptor.name)
      let constant = names.take("\(kind.uppercased())_\(Self.upper(name))")
      items += [.gap, .name(constant, "\(kind).\(name)", documentation: "")]
      for parameter in entry.descriptor.parameters {
        let constant = names.take("\(Self.prefix(entry))_\(Self.upper(parameter.name))")
        items.append(
          .name(
            constant, "button.parameters.\(parameter.name)",
            documentation: Self.line(parameter.documentation)))
        if let value = parameter.defaultValue {
          items.append(.fallback(names.take("\(constant)_DEFAULT"), value, parameter.kind))
        }
      }
    }
    return items
  }

  /// A name's words in lower case: `bounds-press` and `boundsPress` have two. Only ASCII counts, as
  /// languages differ in what else an identifier may contain; a name without any has the word
  /// `value`.
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var isBehindLower = false
    for character in name {
      guard character.isASCII, character.isLetter || character.isNumber else {
        if words.last != "" { words.append("") }
        isBehindLower = false
        continue
      }
      if words.isEmpty || (isBehindLower && character.isUppercase) { words.append("") }
      words[words.count - 1] += character.lowercased()
      isBehindLower = character.isLowercase || character.isNumber
    }
    words.removeAll(where: \.isEmpty)
    return words.isEmpty ? ["value"] : words
  }

  /// `BOUNDS_PRESS`.
  static func upper(_ name: String) -> String {
    words(name).joined(separator: "_").uppercased()
  }

  /// The prefix of a style's or handler's parameters, in capitals. C's headers and buttond's have
  /// macros that begin with some words.
  private static func prefix(_ entry: Entry) -> String {
    let name = upper(entry.descriptor.name)
    let isTaken =
      headerWords.contains(words(entry.descriptor.name)[0]) || name.first?.isNumber == true
    return isTaken ? "\(entry.kind.rawValue.uppercased())_\(name)" : name
  }

  private static let headerWords: Set<String> = {
    let widths = ["", "8", "16", "32", "64", "max", "ptr"]
    return Set(
      widths.map { "int\($0)" } + widths.map { "uint\($0)" } + [
        "btn", "bts", "char", "schar", "uchar", "shrt", "ushrt", "long", "ulong", "llong",
        "ullong", "size", "ssize", "ptrdiff", "wchar", "wint", "sig", "flt", "dbl", "ldbl",
        "plugin", "state", "style", "handler",
      ])
  }()

  /// `BoundsPress`.
  static func pascal(_ name: String) -> String {
    words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Puts the text in one line, without marks of C comments.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").replacingUnprintable { _ in " " }
      .replacing("*/", with: "* /").replacing("/*", with: "/ *")
  }
}
