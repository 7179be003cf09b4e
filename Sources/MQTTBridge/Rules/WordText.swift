import ButtonModel

/// A text in which `$name` stands for a value. A `$` without a name behind it stands for itself.
struct WordText {
  private enum Piece {
    case text(Substring)
    case word(String)
  }

  private let pieces: [Piece]

  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      let behind = rest.index(after: dollar)
      let name = rest[behind...].prefix { $0.isLetter && $0.isASCII }
      let end = name.isEmpty ? behind : dollar
      if end > rest.startIndex { pieces.append(.text(rest[..<end])) }
      if !name.isEmpty { pieces.append(.word(String(name))) }
      rest = rest[name.endIndex...]
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
    self.pieces = pieces
  }

  var words: [String] {
    pieces.compactMap { piece -> String? in
      if case .word(let name) = piece { name } else { nil }
    }
  }

  /// The name that is all of the text; nil where there is more.
  var onlyWord: String? { pieces.count == 1 ? words.first : nil }

  /// Texts are without quotes, all else is JSON; nil where a value is missing.
  func filled(_ values: [String: StateValue]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text.utf8
      case .word(let name):
        guard let value = values[name] else { return nil }
        bytes += PayloadStyle.text.payload(value)
      }
    }
    return bytes
  }
}
