internal import ButtonModel

/// What may stand at the end of an expression, or of a template, that is being typed.
package struct ExpressionCompletion {
  /// What the word at the end may be.
  private enum Place {
    /// A key, a function or a literal.
    case operand
    /// A method of a value.
    case method
    /// The name of a key, which the quote ends.
    case quotedKey(Character)
    case nothing
  }

  /// What stands before the word.
  private var head: Substring
  /// What there is of the word.
  private var word: Substring
  private var place = Place.nothing

  /// Finds the place at the end of a text.
  package init(typing text: String, isTemplate: Bool) {
    head = text[...]
    word = ""
    var scan = Scan(isTemplate: isTemplate)
    for index in text.indices { scan.take(text[index], at: index) }
    guard scan.isInExpression else { return }
    if let quote = scan.quote {
      guard text[..<quote].hasSuffix("key[") else { return }
      split(text, at: text.index(after: quote))
      place = .quotedKey(text[quote])
      return
    }
    let start = text.lastIndex { !$0.isOfName && $0 != "." }.map { text.index(after: $0) }
    split(text, at: start ?? text.startIndex)
    if word.first == "." {
      guard let end = head.last, ")]\"'".contains(end) else { return }
      split(text, at: text.index(after: word.startIndex))
      place = .method
    } else if word.first?.isNumber != true, !head.hasSuffix(".?"),
      !isTemplate || !head.hasSuffix(":%")
    {
      place = .operand
    }
  }

  private mutating func split(_ text: String, at index: String.Index) {
    head = text[..<index]
    word = text[index...]
  }

  /// The whole text with each of the words that may stand there, in order, when there are such keys.
  package func candidates(keys: [String]) -> [String] {
    let words: [String]
    switch place {
    case .nothing: return []
    case .quotedKey(let quote):
      words = keys.filter { $0.hasPrefix(word) }.map { "\($0)\(quote)]" }
    case .method: words = ExpressionCompletion.methods.filter { $0.hasPrefix(word) }
    case .operand:
      let names = (ExpressionCompletion.operands + keys).filter { $0.hasPrefix(word) }
      words =
        names.filter(ExpressionCompletion.canBeWritten)
        + methods(of: Set(keys)).filter { $0.hasPrefix(word) }
    }
    return Set(words).sorted().map { head + $0 }
  }

  /// The methods behind a key, if the word begins with one.
  private func methods(of keys: Set<String>) -> [String] {
    guard let dot = word.lastIndex(of: "."), keys.contains(String(word[..<dot])) else { return [] }
    return ExpressionCompletion.methods.map { word[...dot] + $0 }
  }

  /// Whether a word is one of the language, or a key that can stand in an expression as it is.
  private static func canBeWritten(_ word: String) -> Bool {
    if word.last == "(" || word.last == "[" { return true }
    let name = UTF8String(word)
    guard let program = try? ExpressionProgram(name) else { return false }
    return program.keys.isEmpty || program.keys.first?.name == name
  }

  private static let operands =
    ["has(", "lost(", "key[", "true", "false", "null"]
    + Function.allCases.filter { $0.signature.style != .method }.map { "\($0.name)(" }

  private static let methods =
    ["orValue("] + MacroKind.allCases.map { "\($0.rawValue)(" }
    + Function.allCases.filter { $0.signature.style != .plain }.map { "\($0.name)(" }
}

/// Follows a text as far as is needed to know what its end is part of.
private struct Scan {
  let isTemplate: Bool
  /// Brackets that are open; in a template, also the brace of the hole.
  private var depth = 0
  /// Where the string literal begins in which the end is.
  private(set) var quote: String.Index?
  private var quoteCharacter: Character = "\""
  private var isEscaped = false
  /// A brace in a template's text, which may be the first of two.
  private var brace: Character?

  init(isTemplate: Bool) { self.isTemplate = isTemplate }

  /// Whether the end is in an expression.
  var isInExpression: Bool { !isTemplate || depth > 0 || brace == "{" }

  mutating func take(_ character: Character, at index: String.Index) {
    if brace == "{" {
      brace = nil
      if character == "{" { return }
      depth = 1
    } else if brace != nil {
      brace = nil
      if character == "}" { return }
    }
    if isTemplate, depth == 0 {
      if character == "{" || character == "}" { brace = character }
    } else if quote != nil {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == quoteCharacter {
        quote = nil
      }
    } else {
      switch character {
      case "\"", "'":
        quote = index
        quoteCharacter = character
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth = max(0, depth - 1)
      default: break
      }
    }
  }
}

extension Character {
  /// Whether it may stand in a name.
  fileprivate var isOfName: Bool { isASCII && (isLetter || isNumber) || self == "_" }
}
