package import ButtonModel

/// Named values that plugins read as `theme.PATH`, so that one file restyles all buttons.
package struct Theme: Hashable, Sendable {
  package struct Token: Hashable, Sendable {
    /// The names of its groups and its own, joined by dots: `button.primary.primary`.
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

  /// The tokens in order of paths, which are distinct.
  package let tokens: [Token]

  /// Creates a theme of tokens in any order, with distinct paths.
  package init(_ tokens: [Token]) { self.tokens = tokens.sorted { $0.path < $1.path } }

  package subscript(path: UTF8String) -> Token? {
    let place = tokens.partitioningIndex { $0.path >= path }
    return place < tokens.count && tokens[place].path == path ? tokens[place] : nil
  }

  /// The number of tokens that are new, gone or of another value in `other`.
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

/// The types of W3C Design Tokens that themes support.
package enum ThemeTokenType: String, Hashable, Sendable, CaseIterable {
  case color, dimension, number, duration, fontFamily, fontWeight

  /// The format's unsupported types.
  static let foreign = [
    "cubicBezier", "strokeStyle", "border", "transition", "shadow", "gradient", "typography",
  ]
}
