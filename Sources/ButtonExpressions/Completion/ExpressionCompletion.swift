internal import ButtonModel

/// Completes an expression or a template that is being typed.
package struct ExpressionCompletion {
  /// What the word at the end may be.
  private enum Place {
    case operand
    case method
    /// The name of a key, which this quote ends.
    case quotedKey(Character)
    case nothing
  }

  /// The text before the word.
  private var head: Substring
  private var word: Substring
  private var place = Place.nothing

  /// The cursor is at the end of the text.
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

  /// The whole text with each possible word, sorted, if the state has these keys.
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

  /// After a key that the word begins with.
  private func methods(of keys: Set<String>) -> [String] {
    guard let dot = word.lastIndex(of: "."), keys.contains(String(word[..<dot])) else { return [] }
    return ExpressionCompletion.methods.map { word[...dot] + $0 }
  }

  /// A word of the language, or a key that an expression can contain as it is.
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

/// Scans a text for what its end is part of.
private struct Scan {
  let isTemplate: Bool
  /// Open brackets; in a template, also the hole's brace.
  private var depth = 0
  /// Where the string literal around the end begins.
  private(set) var quote: String.Index?
  private var quoteCharacter: Character = "\""
  private var isEscaped = false
  /// A brace in a template's text, which may be the first of two.
  private var brace: Character?

  init(isTemplate: Bool) { self.isTemplate = isTemplate }

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
  fileprivate var isOfName: Bool { isASCII && (isLetter || isNumber) || self == "_" }
}
