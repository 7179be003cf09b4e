/// What attributes do.
extension SVGFile {
  /// Takes an attribute of the newest element.
  mutating func take(
    _ attribute: XMLAttribute, of element: SVGName?, isSVG: Bool
  ) throws(ImageFault) {
    let bytes = scanner.bytes
    let namespace = try namespaces.meaning(of: attribute.name, in: bytes, own: XMLNamespace.none)
    let number = number(of: attribute.name.local)
    try checkOnce(number, namespace, attribute.name)
    if word.starts(with: "on".utf8) {
      throw ImageFault("has the handler \(text(attribute.name.whole)): remove it")
    }
    let isPlain = attribute.name.colon == nil
    let name = SVGName(number: number)
    switch name {
    case .href, .src: try takeLink(attribute.value, of: element, isSVG: isSVG)
    case .base where namespace == .xml:
      throw ImageFault("has xml:base, which changes what references mean: remove it")
    case .id where (isPlain || namespace == .xml) && !attribute.value.isEmpty:
      if !isPlain, bytes[attribute.value].contains(where: XMLText.isSpace) {
        throw ImageFault("has xml:id with a space: remove it")
      }
      try drawing.name(attribute.value)
    case .style where isPlain:
      var style = StyleScanner(bytes, attribute.value)
      try style.readDeclarations()
      drawing.style(style.findings, in: bytes)
    case .class where isPlain: drawing.classify(attribute.value)
    case .d where isPlain, .points where isPlain: drawing.outline(attribute.value)
    case .numOctaves where element == .feTurbulence:
      guard let octaves = Int(String(decoding: bytes[attribute.value], as: UTF8.self)) else {
        throw ImageFault("has numOctaves that is not a plain number")
      }
      drawing.add(SVGBurden(.primitives, max(1, octaves) - 1))
    case .kernelMatrix where element == .feConvolveMatrix:
      let numbers = bytes[attribute.value].mostNumbers
      guard numbers <= SVGFile.mostKernelNumbers else {
        throw ImageFault("has a feConvolveMatrix of more than \(SVGFile.mostKernelNumbers) numbers")
      }
      drawing.add(SVGBurden(.primitives, numbers / 16))
    case let name? where isPlain && name.isStyleValue:
      var style = StyleScanner(bytes, attribute.value)
      try style.readValues(StyleProperty(name.rawValue))
      drawing.style(style.findings, in: bytes)
    default:
      guard attribute.traits.contains(.parenthesis) else { break }
      var style = StyleScanner(bytes, attribute.value)
      try style.readReferences()
      if isPlain { drawing.style(style.findings, in: bytes) }
    }
  }

  private mutating func checkOnce(
    _ number: Int, _ namespace: XMLNamespace, _ name: XMLName
  ) throws(ImageFault) {
    let before: Int?
    if name.colon == nil {
      while plainNames.count <= number { plainNames.append(0) }
      before = plainNames[number]
      plainNames[number] = scanner.elements
    } else {
      let key = PrefixedName(namespace: namespace, local: number)
      before = prefixedNames.updateValue(scanner.elements, forKey: key)
    }
    if before == scanner.elements {
      throw ImageFault("has the attribute \(text(name.whole)) twice in an element")
    }
  }

  private mutating func takeLink(
    _ value: Range<Int>, of element: SVGName?, isSVG: Bool
  ) throws(ImageFault) {
    let bytes = scanner.bytes
    let start = bytes[value].firstIndex { !XMLText.isSpace($0) } ?? value.upperBound
    let end = bytes[start..<value.upperBound].lastIndex { !XMLText.isSpace($0) } ?? start - 1
    let link = bytes[start..<end + 1]
    let isImage = element == .image || element == .feImage
    if isImage, link.prefix(5).elementsEqual("data:".utf8) {
      let image = try EmbeddedImage(url: link)
      drawing.add(SVGBurden(.pixels, image.size.pixels))
      embeddedBytes += value.count
      return
    }
    if isImage, link.first == UInt8(ascii: "#") {
      throw ImageFault("has an image that refers to \(ImageFault.excerpt(link)): write <use>")
    }
    guard link.first == UInt8(ascii: "#") else {
      let link = ImageFault.excerpt(link)
      throw ImageFault("refers to \(link.isEmpty ? "nothing" : link): an image holds all it needs")
    }
    let id = link.dropFirst()
    guard !id.isEmpty, id.allSatisfy(StyleScanner.isIdentifier) else {
      throw ImageFault("refers to \(ImageFault.excerpt(link)): give the element a plain id")
    }
    if isSVG, element != .a { drawing.link(id, inPlace: element == .use) }
  }

  /// Counts a filter primitive; a wide window costs as much as many others.
  mutating func takePrimitive(_ name: SVGName?) {
    switch name {
    case .feFuncR, .feFuncG, .feFuncB, .feFuncA, .feDistantLight, .fePointLight, .feSpotLight:
      break
    case .feMorphology: drawing.add(SVGBurden(.primitives, 10))
    default: drawing.add(SVGBurden(.primitives))
    }
  }

  /// A part of the file, for a message.
  func text(_ range: Range<Int>) -> String { ImageFault.excerpt(scanner.bytes[range]) }
}
