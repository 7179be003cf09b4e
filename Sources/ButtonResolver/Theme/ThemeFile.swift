import ButtonModel
package import JSONRPC

/// A theme's file, in the format of Design Tokens 2025.10: its tokens, and what is wrong with it.
///
/// Supports the whole format except types that are not in `ThemeTokenType`. What cannot be read is
/// left out with a warning; it is an error only if it is an essential token or one refers to it.
package struct ThemeFile: Hashable, Sendable {
  package static let maximumBytes = 1 << 20
  package static let maximumTokens = 4_096
  /// Aliases in a chain.
  package static let maximumChain = 64
  /// Checks stop at about this many.
  package static let maximumErrors = 20
  package static let resolverAdvice =
    "is a resolver file: it says how files of tokens go together, and is not read here. Name the files of one "
    + "combination in their order: theme: [base.tokens.json, light.tokens.json]"
  /// Further missing tokens are only counted.
  private static let maximumMissingNames = 4

  /// Valid tokens, and those filled in.
  package private(set) var theme = Theme([])
  /// Why the theme must not be used; empty if it may.
  package private(set) var errors: [ThemeRemark] = []
  /// What is left out, ignored or filled in.
  package private(set) var warnings: [ThemeRemark] = []

  /// `fallback` provides missing essential tokens, and the types that essential ones must have.
  package init(
    _ bytes: UnsafeRawBufferPointer, filledFrom fallback: Theme = Theme([]),
    parser: JSONParser = JSONParser()
  ) {
    guard bytes.count <= ThemeFile.maximumBytes else {
      errors.append(ThemeFile.tooLong(bytes.count))
      return
    }
    do throws(JSONParseError) {
      let root = try parser.parse(copying: bytes)
      read([root], filledFrom: fallback)
    } catch {
      errors.append(ThemeRemark(ThemeFile.complaint(error)))
    }
    withExtendedLifetime(parser) {}
  }

  /// Reads files that together make a theme; later files override earlier ones.
  package init(
    _ files: [(root: JSONElement, byteCount: Int)], filledFrom fallback: Theme = Theme([])
  ) {
    let byteCount = files.reduce(0) { $0 + $1.byteCount }
    guard byteCount <= ThemeFile.maximumBytes else {
      errors.append(ThemeFile.tooLong(byteCount))
      return
    }
    read(files.map(\.root), filledFrom: fallback)
  }

  private mutating func read(_ roots: [JSONElement], filledFrom fallback: Theme) {
    let essentials = Set(fallback.essentials.map(\.path.string))
    let declarations = ThemeDeclarations(roots, essentials: essentials)
    errors = declarations.errors
    if declarations.all.count > ThemeFile.maximumTokens { return }
    var resolution = ThemeResolution(declarations, essentials: essentials)
    let own = resolution.tokens()
    errors += resolution.errors
    warnings = resolution.notes.warnings
    // A file of another format is not a theme, even if no button reads what it contains.
    if own.isEmpty, errors.isEmpty { errors = resolution.notes.errors }
    theme = Theme(own + missing(in: Theme(own), from: fallback, declarations))
  }

  private static func tooLong(_ count: Int) -> ThemeRemark {
    ThemeRemark("has \(count) bytes; \(maximumBytes) are the most")
  }

  /// The missing essential tokens; reports those of a wrong type.
  private mutating func missing(
    in own: Theme, from fallback: Theme, _ declarations: ThemeDeclarations
  ) -> [Theme.Token] {
    var missing: [Theme.Token] = []
    var unmentioned: [String] = []
    for token in fallback.essentials {
      guard let present = own[token.path] else {
        missing.append(token)
        let path = token.path.string
        if !declarations.all.contains(where: { $0.key == path }) { unmentioned.append(path) }
        continue
      }
      if present.type == token.type { continue }
      errors.append(
        ThemeRemark(
          token.path.string, ThemeFile.source(of: token.path.string, declarations), at: "$type",
          "must be a \(token.type.rawValue), not a \(present.type.rawValue)"))
    }
    let candidates = unmentioned.map { (path: $0, words: $0.split(separator: ".")) }
    for declaration in declarations.all where fallback[UTF8String(declaration.key)] == nil {
      guard let meant = ThemeFile.meant(by: declaration.key, among: candidates) else { continue }
      warnings.append(
        ThemeRemark(
          declaration.key, declaration.source, "is not a token of buttond; did you mean '\(meant)'?"
        ))
    }
    if let remark = ThemeFile.remark(onMissing: unmentioned) { warnings.append(remark) }
    return missing
  }

  /// The missing token whose path differs by one similar word: a theme may have tokens for plugins.
  private static func meant(
    by path: String, among missing: [(path: String, words: [Substring])]
  ) -> String? {
    let words = path.split(separator: ".")
    return missing.first { candidate in
      guard candidate.words.count == words.count else { return false }
      let differing = zip(words, candidate.words).filter { $0 != $1 }
      guard let (word, other) = differing.first, differing.count == 1 else { return false }
      return NearestName.find(String(word), among: [String(other)]) != nil
    }?.path
  }

  private static func source(
    of path: String, _ declarations: ThemeDeclarations
  ) -> ThemeGroup.Source {
    declarations.all.first { $0.key == path }?.source ?? ThemeGroup.Source(file: 0, place: path)
  }

  /// One remark for all missing tokens; it names the first of them.
  private static func remark(onMissing paths: [String]) -> ThemeRemark? {
    guard let first = paths.first else { return nil }
    let source = ThemeGroup.Source(file: 0, place: first)
    if paths.count == 1 {
      return ThemeRemark(first, source, "is missing; the built-in theme's value is used")
    }
    let named = paths[1...].prefix(maximumMissingNames - 1).joined(separator: ", ")
    let more = paths.count - maximumMissingNames
    return ThemeRemark(
      first, source,
      "is missing, and so \(paths.count == 2 ? "is" : "are") \(named)"
        + "\(more > 0 ? " and \(more) more" : ""); the built-in theme's values are used")
  }

  private static func complaint(_ error: JSONParseError) -> String {
    switch error {
    case .syntax: "is not JSON"
    case .tooDeep: "nests deeper than \(JSONParser.maxDepth) objects"
    case .tooLarge: "is too large"
    }
  }
}
