/// A name, such as a key, in which `$1` stands for what the first wildcard of a topic stood for.
package struct NameTemplate: Hashable, Sendable {
  enum Piece: Hashable {
    case text(String)
    /// What a wildcard stood for, counted from 0.
    case capture(Int)
  }

  /// As it was written.
  package let text: String
  let pieces: [Piece]

  /// Nil for a `$` without a number from 1 to 9.
  package init?(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      if dollar > rest.startIndex { pieces.append(.text(String(rest[..<dollar]))) }
      rest = rest[rest.index(after: dollar)...]
      guard let digit = rest.first?.wholeNumberValue, (1...9).contains(digit) else { return nil }
      pieces.append(.capture(digit - 1))
      rest = rest.dropFirst()
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.text = text
    self.pieces = pieces
  }

  /// The highest number behind a `$`, 0 without any.
  package var captureCount: Int {
    pieces.reduce(0) { most, piece in
      if case .capture(let index) = piece { max(most, index + 1) } else { most }
    }
  }

  /// Whether a part stands for a wildcard of which `isRest` is true.
  func usesAny(of isRest: [Bool]) -> Bool {
    pieces.contains { piece in
      if case .capture(let index) = piece, index < isRest.count { isRest[index] } else { false }
    }
  }

  /// There must be enough captures. The levels of a `#` become segments.
  package func name(_ captures: [String]) -> String {
    topic(captures.map { $0.replacing("/", with: ".") })
  }

  /// There must be enough captures.
  func topic(_ captures: [String]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .capture(let index): captures[index]
      }
    }.joined()
  }

  /// Whether a capture can be part of a name without changing where it leads: letters, digits, `_`,
  /// `-`, and `/` between levels.
  package static func isPlain(_ capture: String) -> Bool {
    !capture.isEmpty
      && capture.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }
}
