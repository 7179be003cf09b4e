package import ButtonModel

/// The named values that plugins read as `theme.PATH`, so that one file restyles all buttons.
package struct Theme: Hashable, Sendable {
  /// One value and its name.
  package struct Token: Hashable, Sendable {
    /// The names of its groups and its own, with dots between: `button.primary.primary`.
    package let path: UTF8String
    package let type: ThemeTokenType
    /// A number (points, milliseconds), a string, or a colour's `Color.themeValue`.
    package let value: StateValue

    package init(path: UTF8String, type: ThemeTokenType, value: StateValue) {
      self.path = path
      self.type = type
      self.value = value
    }
  }

  /// All tokens, in order of their paths, each path once.
  package let tokens: [Token]

  /// A theme of tokens in any order, of which no two have one path.
  package init(_ tokens: [Token]) { self.tokens = tokens.sorted { $0.path < $1.path } }

  /// The token of a path; nil when there is none.
  package subscript(path: UTF8String) -> Token? {
    let place = tokens.partitioningIndex { $0.path >= path }
    return place < tokens.count && tokens[place].path == path ? tokens[place] : nil
  }

  /// How many tokens are new, gone or of another value in another theme.
  package func countOfChanges(to other: Theme) -> Int {
    let old = Dictionary(uniqueKeysWithValues: tokens.map { ($0.path, $0.value) })
    var count = tokens.count
    for token in other.tokens {
      switch old[token.path] {
      case nil: count += 1
      case token.value?: count -= 1
      case _?: break
      }
    }
    return count
  }

  /// The tokens that every theme has: those that the shipped plugins read.
  package var essentials: [Token] {
    tokens.filter { $0.path.bytes.starts(with: "button.".utf8) }
  }
}

/// What kind of value a token has; the types of W3C Design Tokens that themes are read for.
package enum ThemeTokenType: String, Hashable, Sendable, CaseIterable {
  case color, dimension, number, duration, fontFamily, fontWeight

  /// The types of that format that are not supported.
  static let foreign = [
    "cubicBezier", "strokeStyle", "border", "transition", "shadow", "gradient", "typography",
  ]
}
