/// A namespace by a number, so that comparing is cheap.
struct XMLNamespace: Hashable {
  let number: Int

  static let none = XMLNamespace(number: 0)
  static let svg = XMLNamespace(number: 1)
  static let xml = XMLNamespace(number: 2)
  /// Whether its elements do more than draw, wherever they are: HTML, MathML, XInclude.
  var isForeign: Bool { (3...6).contains(number) }

  /// The names in the order of the numbers.
  fileprivate static let names = [
    "", "http://www.w3.org/2000/svg", "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML",
    "http://www.w3.org/2001/XInclude", "http://www.w3.org/2003/XInclude",
    "http://www.w3.org/2000/xmlns/",
  ]
  fileprivate static let xmlns = XMLNamespace(number: 7)
}

/// What prefixes mean where the reader is.
struct XMLNamespaces {
  /// How many may be in force at a time: libxml2 looks through them one by one.
  static let most = 64

  private var prefixes = WordTable(["", "xml"])
  private var names = WordTable(XMLNamespace.names)
  /// By the number of a prefix; nil where it means nothing.
  private var meanings: [XMLNamespace?] = [XMLNamespace.none, .xml]
  /// What to put back at the end of an element.
  private var changes: [(depth: Int, prefix: Int, before: XMLNamespace?)] = []

  /// Takes what the attributes of the element at a depth declare.
  mutating func declare(
    _ attributes: [XMLAttribute], in bytes: [UInt8], depth: Int
  ) throws(ImageFault) {
    for attribute in attributes {
      let name = attribute.name
      guard XMLNamespaces.isDeclaration(name, in: bytes) else { continue }
      let prefix = bytes[name.colon == nil ? 0..<0 : name.local]
      let meaning = XMLNamespace(number: names.add(bytes[attribute.value]))
      guard XMLNamespaces.mayMean(prefix, meaning) else {
        throw ImageFault("binds the prefix \(ImageFault.excerpt(prefix)) as XML does not allow")
      }
      let number = prefixes.add(prefix)
      if number == meanings.count { meanings.append(nil) }
      guard !changes.contains(where: { $0.depth == depth && $0.prefix == number }) else {
        throw ImageFault("declares the prefix \(ImageFault.excerpt(prefix)) twice in an element")
      }
      changes.append((depth, number, meanings[number]))
      meanings[number] = meaning
      guard changes.count <= XMLNamespaces.most else {
        throw ImageFault("declares more than \(XMLNamespaces.most) namespaces: declare each once")
      }
    }
  }

  /// Forgets what the element at a depth declared.
  mutating func close(depth: Int) {
    while let last = changes.last, last.depth == depth {
      meanings[last.prefix] = last.before
      changes.removeLast()
    }
  }

  /// What the prefix of a name means; that of a name without one is `own`, or what `xmlns` says.
  func meaning(
    of name: XMLName, in bytes: [UInt8], own: XMLNamespace? = nil
  ) throws(ImageFault) -> XMLNamespace {
    guard let prefix = name.prefix else { return own ?? meanings[0] ?? .none }
    guard let number = prefixes.find(bytes[prefix]), let meaning = meanings[number] else {
      throw ImageFault(
        "uses the prefix \(ImageFault.excerpt(bytes[prefix])) without declaring it: add xmlns")
    }
    return meaning
  }

  /// Whether an attribute declares a namespace.
  static func isDeclaration(_ name: XMLName, in bytes: [UInt8]) -> Bool {
    bytes[name.whole.lowerBound] == UInt8(ascii: "x")
      && bytes[name.prefix ?? name.whole].elementsEqual("xmlns".utf8)
  }

  private static func mayMean(_ prefix: ArraySlice<UInt8>, _ meaning: XMLNamespace) -> Bool {
    if prefix.elementsEqual("xml".utf8) { return meaning == .xml }
    if prefix.elementsEqual("xmlns".utf8) { return false }
    return meaning != .xml && meaning != .xmlns && (prefix.isEmpty || meaning != .none)
  }
}
