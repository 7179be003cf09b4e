/// Reads XML piece by piece, with neither recursion nor a step back.
///
/// It takes no document type, no processing instruction, no entity but XML's five, and names in
/// ASCII.
struct XMLScanner {
  enum Piece {
    /// A start tag: see `name` and `attributes`. That of an empty element is followed by `close`.
    case open
    case close
    /// Text; in CDATA, `isLiteral`, references mean nothing.
    case text(Range<Int>, isLiteral: Bool)
    /// The document is over, and whole.
    case end
  }

  /// How deep elements may be nested: readers and renderers recurse.
  static let deepest = 64
  static let mostElements = 20_000
  /// The limit for one element: libxml2 compares each with each.
  static let mostAttributes = 256

  /// The file, and behind it the texts whose references were replaced: a range is good for both.
  var bytes: [UInt8]
  /// The newest start tag's.
  var name = XMLName()
  /// The newest start tag's.
  var attributes: [XMLAttribute] = []
  /// How many bytes the newest start tag has.
  var tagLength = 0
  /// How many start tags there were.
  var elements = 0

  /// Where the file ends.
  let end: Int
  var place = 0
  /// The names of the elements that are open.
  var open: [Range<Int>] = []
  /// Whether the newest start tag was that of an empty element, whose end is next.
  var isEmptyElement = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  /// The line that the scanner is in, from 1 on.
  var line: Int { bytes[..<min(place, end)].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 } }

  /// Checks all characters, and goes behind the XML declaration, if there is one.
  mutating func begin() throws(ImageFault) {
    if let fault = XMLText.firstFault(bytes) {
      place = fault
      throw ImageFault("is not UTF-8 text without control characters: save it as UTF-8")
    }
    if bytes.starts(with: XMLText.mark) { place = XMLText.mark.count }
    if has("<?xml"), place + 5 < end, XMLText.isSpace(bytes[place + 5]) { try readDeclaration() }
  }

  /// The next piece.
  mutating func next() throws(ImageFault) -> Piece {
    if isEmptyElement {
      isEmptyElement = false
      open.removeLast()
      return .close
    }
    while place < end {
      guard bytes[place] == UInt8(ascii: "<") else {
        let text = try readText()
        if !open.isEmpty { return .text(text, isLiteral: false) }
        guard bytes[text].allSatisfy(XMLText.isSpace) else {
          throw ImageFault("has text outside of svg")
        }
        continue
      }
      guard place + 1 < end else { break }
      switch bytes[place + 1] {
      case UInt8(ascii: "/"):
        try readClose()
        return .close
      case UInt8(ascii: "?"):
        throw ImageFault("has the processing instruction \(excerpt(place)): remove it")
      case UInt8(ascii: "!"):
        if let text = try readMarkup() { return .text(text, isLiteral: true) }
      default:
        try readOpen()
        return .open
      }
    }
    guard place == end, open.isEmpty, elements > 0 else { throw cut }
    return .end
  }

  /// What to say where the file ends too early.
  var cut: ImageFault {
    guard let name = open.last else { return ImageFault("is cut off: its end is not there") }
    return ImageFault("is cut off: <\(ImageFault.excerpt(bytes[name]))> is not closed")
  }

  /// What is at a place, for a message.
  func excerpt(_ place: Int) -> String { ImageFault.excerpt(bytes[place..<end]) }
}
