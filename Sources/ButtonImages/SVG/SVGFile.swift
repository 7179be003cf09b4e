/// The elements of an SVG, by rules under which a picture shows itself and does nothing else.
struct SVGFile {
  /// An element that is open.
  struct Open {
    let number: Int
    let isStyle: Bool
    let isText: Bool
  }

  /// librsvg 2.54 ends its process on more than 400.
  static let mostKernelNumbers = 200
  /// How many bytes of text a piece of text counts for: each may want another font.
  private static let lettersOfPiece = 16

  var scanner: XMLScanner
  var drawing = SVGDrawing()
  var namespaces = XMLNamespaces()
  /// Names of elements and attributes in lower case.
  var names = SVGName.words
  /// The name that was looked up last.
  var word: [UInt8] = []
  /// The elements that are open, from the root on.
  var path: [Open] = []
  /// The text of the style element that is open.
  private var sheet: [UInt8] = []
  /// How many bytes of the newest element are images.
  var embeddedBytes = 0
  /// The element that last had an attribute with this number, and with this namespace.
  var plainNames: [Int] = []
  var prefixedNames: [PrefixedName: Int] = [:]

  /// The name of an attribute with a prefix.
  struct PrefixedName: Hashable {
    let namespace: XMLNamespace
    let local: Int
  }

  /// Refuses a file that is not whole or holds more than a still image. Returns how many parts and
  /// references there were to follow.
  @discardableResult
  static func check(_ bytes: [UInt8]) throws(ImageFault) -> Int {
    var file = SVGFile(scanner: XMLScanner(bytes))
    do throws(ImageFault) {
      try file.read()
    } catch {
      throw ImageFault("\(error.message) (line \(file.scanner.line))")
    }
    return try file.drawing.check(file.scanner.bytes)
  }

  private init(scanner: XMLScanner) { self.scanner = scanner }

  private mutating func read() throws(ImageFault) {
    try scanner.begin()
    while true {
      switch try scanner.next() {
      case .open: try open()
      case .close: try close()
      case .text(let range, let isLiteral): try take(range, isLiteral: isLiteral)
      case .end: return
      }
    }
  }

  private mutating func open() throws(ImageFault) {
    try namespaces.declare(scanner.attributes, in: scanner.bytes, depth: path.count)
    let (name, isSVG) = try checkElement()
    let isText = name == .text || path.last?.isText == true
    let element = drawing.open(
      in: path.last?.number, name: scanner.name.local,
      role: isSVG ? name?.role ?? .shape : .group)
    path.append(Open(number: element, isStyle: name == .style, isText: isText))
    if isText { drawing.add(SVGBurden(.letters, SVGFile.lettersOfPiece)) }
    if name == .mask || name == .pattern { drawing.add(SVGBurden(.layers)) }
    if isSVG, word.starts(with: "fe".utf8) { takePrimitive(name) }
    embeddedBytes = 0
    for attribute in scanner.attributes
    where !XMLNamespaces.isDeclaration(attribute.name, in: scanner.bytes) {
      try take(attribute, of: name, isSVG: isSVG)
    }
    drawing.add(SVGBurden(.bytes, scanner.tagLength - embeddedBytes))
  }

  /// Refuses an element that no picture may have. What it is called, which is then in `word`, and
  /// whether it is SVG's; that of others means nothing.
  private mutating func checkElement() throws(ImageFault) -> (name: SVGName?, isSVG: Bool) {
    let bytes = scanner.bytes
    let namespace = try namespaces.meaning(of: scanner.name, in: bytes)
    if path.isEmpty {
      guard bytes[scanner.name.local].elementsEqual("svg".utf8) else {
        throw ImageFault("is XML with the root \(tag); give SVG")
      }
      guard namespace == .svg else {
        throw ImageFault("lacks its namespace: write xmlns=\"http://www.w3.org/2000/svg\"")
      }
    }
    guard namespace != .none, !namespace.isForeign else {
      throw ImageFault("has the element \(tag), which is not SVG: remove it")
    }
    // Without a prefix, an HTML page that takes the picture in reads it as SVG.
    let isSVG = namespace == .svg || scanner.name.colon == nil
    let name = SVGName(number: number(of: scanner.name.local))
    if isSVG, let offence = name?.offence {
      throw ImageFault("has \(offence), \(tag): remove it")
    }
    if path.last?.isStyle == true { throw ImageFault("has \(tag) in a <style>") }
    return (isSVG ? name : nil, isSVG)
  }

  /// The newest start tag, for a message.
  private var tag: String { "<\(text(scanner.name.whole))>" }

  private mutating func close() throws(ImageFault) {
    guard let element = path.popLast() else { return }
    namespaces.close(depth: path.count)
    guard element.isStyle else { return }
    var styles = StyleScanner(sheet, sheet.indices)
    while let selectors = try styles.nextRule() {
      try drawing.rule(for: selectors, styles.findings, length: styles.length, in: sheet)
    }
    sheet.removeAll(keepingCapacity: true)
  }

  mutating func take(_ text: Range<Int>, isLiteral: Bool) throws(ImageFault) {
    guard let element = path.last else { return }
    if element.isText { drawing.add(SVGBurden(.letters, text.count)) }
    guard element.isStyle else { return }
    let text = isLiteral ? text : try scanner.decoded(text)
    sheet.append(contentsOf: scanner.bytes[text])
  }

  /// The number of a name in lower case, which is then in `word`.
  mutating func number(of name: Range<Int>) -> Int {
    word.removeAll(keepingCapacity: true)
    for byte in scanner.bytes[name] {
      word.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return names.add(word[...])
  }
}
