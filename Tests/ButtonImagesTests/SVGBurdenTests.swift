import TestSupport
import Testing

@testable import ButtonImages

/// What SVGs draw when all references are followed.
@Suite struct SVGBurdenTests {
  @Test(arguments: [
    "<g id='a'><use href='#a'/></g>",
    "<g id='a'><use x:href='#b'/></g><g id='b'><use href='#a'/></g>",
    "<linearGradient id='a' href='#a'/>",
    "<linearGradient id='a' x:href='#b'/><stop id='b' href='#a'/>",
    "<mask id='a'><rect mask='url(#a)'/></mask>", "<mask id='a' mask='url(#a)'/>",
    "<clipPath id='a'><rect style='clip-path:url(\"#a\")'/></clipPath>",
    "<pattern id='a'><rect fill='url(#a)'/></pattern>",
    "<marker id='a'><path d='' marker-end='url(#a)'/></marker>",
    "<filter id='a'><feFlood filter='url(#a)'/></filter>",
    "<pattern id='a'><use href='#b'/></pattern><rect id='b' stroke='url(#a)'/>",
    // What is drawn in place of `use` is painted as `use` is.
    "<pattern id='a'><use fill='url(#a)' href='#b'/></pattern><rect id='b'/>",
    // What is inside of a group is painted as the group is.
    "<g fill='url(#a)'><defs><pattern id='a'><rect/></pattern></defs></g>",
    "<g xml:id='a'><use href='#a'/></g>", "<p:x xmlns:p='urn:x' id='a'><use href='#a'/></p:x>",
    "<g id='ä'><use href='#ä'/></g>", "<g id='&#97;'><use href='#&#x61;'/></g>",
    "<g id='a'/><g id='a'><use href='#a'/></g>", "<text id='a'><textPath href='#a'/></text>",
    "<style>.b{fill:url(#a)}</style><pattern id='a'><rect class='c b'/></pattern>",
    "<pattern id='a'><rect id='b'/></pattern><style>g #b{fill:url(#a)}</style>",
    "<pattern id='a'><rect/></pattern><style>@media x{g > rect:hover{fill:url(#a)}}</style>",
    "<mask id='a'><rect class='b'/></mask><style>i,.x.b{mask:url(#a)}</style>",
    "<mask id='a'><g/></mask><style>*{mask:url(#a)}</style>",
    "<mask id='a'><g/></mask><style>:root{}:hover{mask:url(#a)}</style>",
    "<marker id='a'><path class='b'/></marker><style>.b{marker-mid:url(#a)}</style>",
    "<pattern id='a'><s:rect xmlns:s='http://www.w3.org/2000/svg'/></pattern>"
      + "<style>rect{fill:url(#a)}</style>",
  ])
  func picturesThatDrawThemselvesAreRefused(content: String) {
    let found = mistake(inSVG: content)
    #expect(found?.contains("draws itself without end through #") == true, "\(found ?? "taken")")
  }

  @Test(arguments: [
    "<g fill='url(#a)'><linearGradient id='a'><stop/></linearGradient><rect/></g>",
    "<g filter='url(#a)'><filter id='a'><feFlood/></filter></g>", "<g id='a'><a href='#a'/></g>",
    "<linearGradient id='a'/><linearGradient id='b' href='#a'/><rect fill='url(#b)'/>",
    "<style>.b{fill:url(#a)}</style><pattern id='a'><rect class='c'/></pattern>",
    "<p:x xmlns:p='urn:x' id='b' p:effect='#a' href='#a'><g id='a'/></p:x>",
    "<style>rect{fill:url(#a)}</style><linearGradient id='a'><stop/></linearGradient><rect/>",
    "<g id='b'/><g id='b'/><use href='#b'/>",
  ])
  func referencesThatEndAreTaken(content: String) {
    #expect(mistake(inSVG: content) == nil)
  }

  /// Each of ten groups draws the next one ten times, by any means.
  @Test(arguments: [
    ("<g id='aN'>", "<use href='#aM'/>", "</g>"),
    ("<pattern id='aN'>", "<rect fill='url(#aM)'/>", "</pattern>"),
    ("<mask id='aN'>", "<rect mask='url(#aM)'/>", "</mask>"),
    ("<clipPath id='aN'>", "<rect style='clip-path:url(#aM)'/>", "</clipPath>"),
    ("<marker id='aN'>", "<path marker-end='url(#aM)'/>", "</marker>"),
    ("<pattern id='aN'>", "<rect class='cM'/>", "</pattern><style>.cM{stroke:url(#aM)}</style>"),
    ("<mask id='aN'>", "<g class='cM'/>", "</mask><style>.cM{mask:url(#aM)}</style>"),
    ("<g id='aN'><defs>", "<use href='#aM'/>", "</defs></g>"),
    ("<g id='aN'>", "<p:x href='#aM'/><use href='#aM'/>", "</g>"),
  ])
  func referencesDoNotMultiply(open: String, each: String, close: String) {
    func numbered(_ text: String, _ level: Int) -> String {
      text.split(separator: "N", omittingEmptySubsequences: false).joined(separator: "\(level)")
        .split(separator: "M", omittingEmptySubsequences: false).joined(separator: "\(level + 1)")
    }
    func picture(_ levels: Int) -> String {
      let parts = (0..<levels).map { level in
        numbered(open + String(repeating: each, count: 10) + close, level)
      }
      return "<g xmlns:p='urn:x'>\(parts.joined())<rect id='a\(levels)'/>"
        + "<use href='#a0'/></g>"
    }
    #expect(mistake(inSVG: picture(2)) == nil)
    let found = mistake(inSVG: picture(10))
    #expect(found?.contains("each reference followed; at most") == true, "\(found ?? "taken")")
  }

  /// Paint and markers are inherited, so that one reference counts for all that is inside.
  @Test(arguments: [
    ("<g fill='url(#a)'>CONTENT</g>", 100), ("<g style='stroke:url(#a)'>CONTENT</g>", 100),
    ("<style>.b{fill:url(#a)}</style><g class='b'>CONTENT</g>", 100),
    ("<g id='c'>CONTENT</g><use fill='url(#a)' href='#c'/>", 100),
    ("<g fill='url(#a)'><defs><g id='c'>CONTENT</g></defs></g><use href='#c'/>", 100),
    ("<path marker-mid='url(#a)' d='POINTS'/>", 100), ("<g marker='url(#a)'>PATH</g>", 100),
    ("<g id='c'>PATH</g><use marker-start='url(#a)' href='#c'/>", 100),
    ("<polyline points='POINTS' style='marker-mid:url(#a)'/>", 100),
    ("<marker id='m'>CONTENT</marker><path d='' fill='url(#a)' marker-mid='url(#m)'/>", 50),
  ])
  func inheritedReferencesCountForEachHeir(content: String, heirs: Int) {
    func picture(_ heirs: Int, _ inside: Int) -> String? {
      let words = [
        "CONTENT": String(repeating: "<rect/>", count: heirs),
        "POINTS": String(repeating: "1 2 ", count: heirs),
        "PATH": "<path d='\(String(repeating: "h1", count: heirs))'/>",
      ]
      let text = words.reduce(content) { replaced($1.key, by: $1.value, in: $0) }
      let rects = String(repeating: "<rect/>", count: inside)
      return mistake(inSVG: "<pattern id='a'>\(rects)</pattern>\(text)")
    }
    #expect(picture(heirs, 100) == nil)
    #expect(picture(heirs, 1_000)?.contains("draws") == true)
    #expect(picture(heirs * 10, 100)?.contains("draws") == true)
  }

  @Test func whatIsDrawnHasLimits() {
    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    let cases: [(String, String?)] = [
      ("<g id='a'>\(repeated("<g/>", 998))</g>\(repeated("<use href='#a'/>", 48))", nil),
      ("<g id='a'>\(repeated("<g/>", 998))</g>\(repeated("<use href='#a'/>", 50))", "elements"),
      // What is only in stock is not drawn.
      ("<defs id='a'>\(repeated("<g/>", 998))</defs>\(repeated("<use href='#b'/>", 5000))", nil),
      ("<path id='a' d='\(repeated("M1 2", 30_000))'/>\(repeated("<use href='#a'/>", 7))", nil),
      ("<path id='a' d='\(repeated("M1 2", 30_000))'/>\(repeated("<use href='#a'/>", 8))", "bytes"),
      (
        "<style>.a{fill:red\(repeated(" ", 1_000))}</style>\(repeated("<g class='a'/>", 2000))",
        "bytes"
      ),
      ("<text>\(repeated("a", 4_080))</text>", nil),
      ("<text>\(repeated("a", 4_081))</text>", "text"),
      ("<text><a><tspan>\(repeated("a", 4_080))</tspan></a></text>", "bytes of text"),
      (repeated("<text/>", 256), nil), (repeated("<text/>", 257), "draws 4112 bytes of text"),
      ("<text id='a'>\(repeated("a", 50))</text>\(repeated("<use href='#a'/>", 100))", "of text"),
      ("<title>\(repeated("a", 5_000))</title><g>\(repeated(" ", 5_000))</g>", nil),
      (effects("<feFlood/>", 64), nil), (effects("<feFlood/>", 65), "filter effects"),
      (effects("<feFlood/>", 7, uses: 10), "draws 70 filter effects"),
      (effects("<feMorphology/>", 6), nil), (effects("<feMorphology/>", 7), "filter effects"),
      (effects("<feTurbulence numOctaves='64'/>", 1), nil),
      (effects("<feTurbulence numOctaves='65'/>", 1), "filter effects"),
      (effects("<feTurbulence numOctaves='99999999999'/>", 1), "countless filter effects"),
      (effects("<feTurbulence numOctaves='\(repeated("0", 50))99'/>", 1), "filter effects"),
      (effects("<feTurbulence numOctaves='1e3'/>", 1), "numOctaves that is not a plain number"),
      (effects("<feTurbulence numOctaves='-3'/>", 64), nil),
      (effects("<feConvolveMatrix kernelMatrix='\(repeated("1 ", 200))'/>", 4), nil),
      (effects("<feConvolveMatrix kernelMatrix='\(repeated("1 ", 200))'/>", 5), "filter effects"),
      (effects("<feConvolveMatrix kernelMatrix='\(repeated("1,", 201))'/>", 1), "200 numbers"),
      (effects("<feFuncR/><fePointLight/>", 40), nil),
      ("<g style='filter:\(repeated("blur(1px)", 64))'/>", nil),
      ("<g style='filter:\(repeated("blur(1px)", 65))'/>", "filter effects"),
      ("<style>.a{filter:blur(1px)}</style>\(repeated("<g class='a'/>", 65))", "filter effects"),
      ("<mask id='a'/>\(repeated("<g mask='url(#a)'/>", 256))", nil),
      ("<mask id='a'/>\(repeated("<g mask='url(#a)'/>", 257))", "masks, patterns and blends"),
      ("<pattern id='a'/>\(repeated("<rect fill='url(#a)'/>", 257))", "masks, patterns and blends"),
      ("<g style='--a:\(repeated("a", 256))'/>", nil),
      ("<g style='--a:\(repeated("a", 257))'/>", "a style variable of more than 256 bytes"),
      (repeated("<g style='mix-blend-mode:multiply'/>", 257), "masks, patterns and blends"),
    ]
    for (content, message) in cases {
      let found = mistake(inSVG: content)
      let isRight = message.map { found?.contains($0) == true } ?? (found == nil)
      #expect(isRight, "\(content.prefix(60)): \(found ?? "taken")")
    }
  }

  /// One reference to a filter of primitives, or several.
  private func effects(_ primitive: String, _ count: Int, uses: Int = 1) -> String {
    "<filter id='a'>\(String(repeating: primitive, count: count))</filter>"
      + String(repeating: "<g filter='url(#a)'/>", count: uses)
  }

  @Test func imagesTogetherHaveALimit() throws {
    // 2048 x 1024 pixels, which a decoder would only find to be missing.
    let webp = "UklGRhIAAABXRUJQVlA4TAYAAAAv/8f/AAA="
    let image = "<image id='a' href='data:image/webp;base64,\(webp)'/>"
    #expect(mistake(inSVG: image + "<use href='#a'/>") == nil)
    let found = mistake(inSVG: image + "<use href='#a'/><use href='#a'/>")
    #expect(found?.contains("draws 6291456 pixels of images") == true, "\(found ?? "taken")")
    #expect(mistake(inSVG: "<defs>\(image)</defs><use href='#a'/><use href='#a'/>") == nil)
  }

  @Test func referencesAreAsDeepAsElements() {
    func chain(_ count: Int) -> String {
      (0..<count).map { "<g id='a\($0)'><use href='#a\($0 + 1)'/></g>" }.joined()
    }
    // The root, then two elements a step.
    #expect(mistake(inSVG: chain(31)) == nil)
    #expect(mistake(inSVG: chain(32))?.contains("nested deeper than 64 elements") == true)
    let gradients = (0..<64).map { "<linearGradient id='a\($0)' href='#a\($0 + 1)'/>" }
    #expect(mistake(inSVG: gradients.joined())?.contains("nested deeper") == true)
  }

  /// The check follows each part once, so that twice the picture takes twice the steps.
  @Test(arguments: [
    "<g id='aN'/><use href='#aN'/>", "<g id='a'/><use href='#a'/>", "<rect fill='url(#a)'/>",
    "<g id='aN'/><g id='a'/>", "<g filter='url(#a) url(#b) url(#c)' mask='url(#d)'/>",
    "<g class='a b c'/>", "<g fill='url(#a)' stroke='url(#b)'><rect/><rect marker='url(#c)'/></g>",
    "<style>.a,.b,.c{fill:url(#a);stroke:url(#b);mask:url(#c)}</style>",
  ])
  func stepsGrowAsThePicture(part: String) throws {
    func steps(_ count: Int) throws -> Int {
      let parts = (0..<count).map { replaced("N", by: "\($0)", in: part) }.joined()
      let style = "<style>.a,.b{fill:url(#x)} .c{mask:url(#y)}</style>"
      return try SVGFile.check(
        Array("<svg xmlns='http://www.w3.org/2000/svg'>\(style)\(parts)</svg>".utf8))
    }
    let few = try steps(100)
    #expect(try steps(200) <= 2 * few && few < 100 * 40)
  }

  @Test func rulesAndElementsAreFew() {
    func picture(_ selectors: Int, _ elements: Int, classes: Int = 0) -> String {
      let names = (0..<selectors).map { ".a\($0)" }.joined(separator: ",")
      let list = String(repeating: "b ", count: classes)
      return "<style>\(names){fill:red}</style>"
        + String(repeating: "<g class='\(list)'/>", count: elements)
    }
    #expect(mistake(inSVG: picture(1_000, 990)) == nil)
    #expect(mistake(inSVG: picture(1_000, 1_000))?.contains("1000 selectors") == true)
    #expect(mistake(inSVG: picture(1, 100, classes: 499)) == nil)
    #expect(mistake(inSVG: picture(1, 100, classes: 500))?.contains("1 selectors") == true)
    #expect(mistake(inSVG: picture(5_001, 1))?.contains("more than 5000 selectors") == true)
    #expect(mistake(inSVG: picture(1_000, 10, classes: 100))?.contains("1000 selectors") == true)
  }

  /// Replaces a word.
  private func replaced(_ word: String, by text: String, in content: String) -> String {
    var parts: [Substring] = []
    var rest = content[...]
    while let found = rest.firstRange(of: word) {
      parts += [rest[..<found.lowerBound], text[...]]
      rest = rest[found.upperBound...]
    }
    return parts.joined() + rest
  }
}
