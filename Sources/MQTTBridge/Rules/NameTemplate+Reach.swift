import ButtonProtocol

extension NameTemplate {
  /// What one byte of a made name may be.
  private enum Item: Hashable {
    case byte(UInt8)
    /// A letter, a digit, `_` or `-`; with dots where levels of a `#` become segments.
    case plain(dots: Bool)
    /// Any number of those.
    case more(dots: Bool)

    /// Whether it can be a byte of a pattern, `?` included; nil is the pattern's end.
    func fits(_ byte: UInt8?) -> Bool {
      guard let byte else { return false }
      if byte == UInt8(ascii: "?") { return true }
      switch self {
      case .byte(let own): return own == byte
      case .plain(let dots), .more(let dots):
        return dots && byte == UInt8(ascii: ".")
          || (byte != UInt8(ascii: "/") && NameTemplate.isPlain(String(UnicodeScalar(byte))))
      }
    }
  }

  /// Whether some message's name fits a pattern of ids; `isRest` says which captures stand for any
  /// number of levels. A capture that occurs twice counts as two.
  package func reaches(_ pattern: String, isRest: [Bool]) -> Bool {
    let items = items(isRest)
    let pattern = Array(pattern.utf8)
    // From the end: whether the rest of the name and the rest of the pattern can be one text.
    var below = [Bool](repeating: false, count: pattern.count + 1)
    for row in (0...items.count).reversed() {
      var here = [Bool](repeating: false, count: pattern.count + 1)
      for column in (0...pattern.count).reversed() {
        let byte = column < pattern.count ? pattern[column] : nil
        let isStar = byte == UInt8(ascii: "*")
        if row == items.count {
          here[column] = byte == nil || (isStar && here[column + 1])
          continue
        }
        if isStar {
          here[column] = here[column + 1] || below[column]
        } else if case .more = items[row] {
          here[column] = below[column] || (items[row].fits(byte) && here[column + 1])
        } else {
          here[column] = items[row].fits(byte) && below[column + 1]
        }
      }
      below = here
    }
    return below[0]
  }

  private func items(_ isRest: [Bool]) -> [Item] {
    pieces.flatMap { piece -> [Item] in
      switch piece {
      case .text(let text): return text.utf8.map { .byte($0) }
      case .capture(let index):
        let dots = index < isRest.count && isRest[index]
        return [.plain(dots: dots), .more(dots: dots)]
      }
    }
  }
}
