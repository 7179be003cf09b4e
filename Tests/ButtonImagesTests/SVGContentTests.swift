import ButtonImages
import TestSupport
import Testing

/// The elements and attributes of SVGs: a picture shows itself, and does nothing else.
@Suite struct SVGContentTests {
  private static let svg = "http://www.w3.org/2000/svg"

  @Test(arguments: [
    ("script", "a script"), ("handler", "a script"), ("listener", "a script"),
    ("foreignObject", "content that is not drawn"), ("iframe", "content"), ("embed", "content"),
    ("object", "content"), ("audio", "content"), ("video", "content"), ("canvas", "content"),
    ("frame", "content"), ("img", "content"), ("meta", "content"), ("body", "content"),
    ("applet", "content"), ("portal", "content"), ("set", "an animation"),
    ("animate", "an animation"), ("animateColor", "an animation"),
    ("animateMotion", "an animation"), ("animateTransform", "an animation"),
    ("animation", "an animation"), ("discard", "an animation"), ("mpath", "an animation"),
  ])
  func elementsThatDoMoreAreRefused(name: String, offence: String) {
    let written = [
      name, name.uppercased(), name.lowercased(), "s:\(name)", "s:\(name.uppercased())",
    ]
    for tag in written {
      let found = mistake(inSVG: "<g xmlns:s='\(Self.svg)'><\(tag)/></g>")
      #expect(found?.contains("has \(offence)") == true, "<\(tag)>: \(found ?? "taken")")
    }
    // A page that takes the picture in would read it as SVG.
    #expect(mistake(inSVG: "<\(name) xmlns='urn:x'/>")?.contains(offence) == true)
    #expect(mistake(inSVG: "<defs><g/><metadata><\(name)/></metadata></defs>") != nil)
  }

  @Test(arguments: [
    "http://www.w3.org/1999/xhtml", "http&#58;//www.w3.org/1999/xhtml",
    "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2001/XInclude",
    "http://www.w3.org/2003/XInclude", "",
  ])
  func elementsOfOtherLanguagesAreRefused(namespace: String) {
    let element = "<metadata><b xmlns='\(namespace)'/></metadata>"
    #expect(mistake(inSVG: element)?.contains("the element <b>, which is not SVG") == true)
    if !namespace.isEmpty {
      let prefixed = mistake(inSVG: "<h:b xmlns:h='\(namespace)'/>")
      #expect(prefixed?.contains("the element <h:b>, which is not SVG") == true)
    }
  }

  @Test(arguments: ["onload", "onclick", "ONLOAD", "onbegin", "x:onload", "on", "onanything"])
  func handlersAreRefused(name: String) {
    #expect(mistake(inSVG: "<g \(name)=''/>")?.contains("the handler \(name)") == true)
  }

  @Test(arguments: [
    "https://example.org/a.png", "http:a", "//example.org", "a.svg#b", "file:///etc/passwd",
    "javascript:alert(1)", "&#104;ttps://example.org", "java&#10;script:x", "data:text/html,x",
    "blob:x", "?", "./#a", "\u{A0}#a", "%23a",
  ])
  func referencesStayInThePicture(link: String) {
    for place in [
      "use href", "use x:href", "a href", "a x:href", "image href", "linearGradient x:href",
      "g href", "text src", "use HREF", "filter href", "feImage href",
    ] {
      let found = mistake(inSVG: "<\(place)='\(link)'/>")
      let isNamed = found.map { $0.contains("refers to ") || $0.contains("holds data:") }
      #expect(isNamed == true, "\(place): \(found ?? "taken")")
    }
    let foreign = mistake(inSVG: "<p:a xmlns:p='urn:x' p:href='\(link)'/>")
    #expect(foreign?.contains("refers to ") == true)
  }

  @Test(arguments: [
    ("", "refers to nothing"), (" ", "refers to nothing"), ("#", "a plain id"),
    ("#%61", "a plain id"), ("#a b", "a plain id"), ("#a&#10;b", "a plain id"),
    ("#a\\62", "a plain id"), ("#svgView(viewBox(0,0,1,1))", "a plain id"),
  ])
  func referencesAreReadInOneWay(link: String, message: String) {
    #expect(mistake(inSVG: "<use href='\(link)'/>")?.contains(message) == true)
    #expect(mistake(inSVG: "<image href='#a'/>")?.contains("an image that refers to #a") == true)
    #expect(mistake(inSVG: "<feImage href='#a'/>")?.contains("write <use>") == true)
  }

  @Test(arguments: [
    "<use href='#a'/>", "<use x:href=' #a&#10;'/>", "<a href='#a'><g/></a>",
    "<use href='#nobody'/>",
    "<use href='#Größe.1:2-3_4'/>", "<textPath href='#a'/>", "<use href='&#35;a'/>",
  ])
  func referencesToIdsAreTaken(content: String) {
    #expect(mistake(inSVG: "<defs><g id='a'/></defs>\(content)") == nil)
  }

  @Test func whatChangesReferencesIsRefused() {
    #expect(mistake(inSVG: "<g xml:base='https://example.org'/>")?.contains("xml:base") == true)
    #expect(mistake(inSVG: "<g xml:id='a '/>")?.contains("xml:id with a space") == true)
    #expect(mistake(inSVG: "<g id='a' xml:id='b'/>")?.contains("two ids") == true)
  }

  @Test func imagesInsideAreCheckedLikeOthers() throws {
    let png = base64(try Samples.bytes("gray.png"))
    let jpeg = base64(try Samples.bytes("gray.jpg"))
    let webp = base64(try Samples.bytes("lossy.webp"))
    let animated = base64(Array("GIF89a".utf8))
    let svg = base64(Array("<svg/>".utf8))
    let holds = "holds an image that"
    let cases: [(String, String?)] = [
      ("data:image/png;base64,\(png)", nil), ("data:image/jpeg;base64,\(jpeg)", nil),
      ("data:image/jpg;base64,\(jpeg)", nil), ("data:image/webp;base64,\(webp)", nil),
      ("data:IMAGE/PNG;Base64,\(png)", nil),
      (" data:image/png;base64,&#10; \(png.prefix(9))\n\t\(png.dropFirst(9)) ", nil),
      ("data:image/png;base64,\(png.dropLast(8))", "\(holds) is cut off"),
      ("data:image/png;base64,\(png.dropLast(1))", "not whole, plain Base64"),
      ("data:image/png;base64,\(png)=", "not whole, plain Base64"),
      ("data:image/png;base64,=\(png)", "not whole, plain Base64"),
      ("data:image/png;base64,\(png.dropLast(4))%3D", "not whole, plain Base64"),
      ("data:image/png;base64,\(png)-_", "not whole, plain Base64"),
      ("data:image/png;base64,", "is neither PNG, JPEG nor WebP"),
      ("data:image/png;base64,\(jpeg)", "says it is image/png, but is image/jpeg"),
      ("data:image/png;base64,\(animated)", "is neither PNG, JPEG nor WebP"),
      ("data:image/png;base64,\(svg)", "is neither PNG, JPEG nor WebP"),
      ("data:image/svg+xml;base64,\(svg)", "only data:image/png"),
      ("data:image/gif;base64,\(animated)", "only data:image/png"),
      ("data:;base64,\(png)", "only data:image/png"), ("data:image/png,abc", "only data:image/png"),
      ("data:image/png;charset=x;base64,\(png)", "only data:image/png"),
    ]
    for (link, message) in cases {
      for place in ["image href", "image x:href", "feImage href"] {
        let found = mistake(inSVG: "<\(place)='\(link)'/>")
        let isRight = message.map { found?.contains($0) == true } ?? (found == nil)
        #expect(isRight, "\(place) \(link.prefix(60)): \(found ?? "taken")")
      }
    }
    let other = mistake(inSVG: "<use href='data:image/png;base64,\(png)'/>")
    #expect(other?.contains("refers to data:image") == true)
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let number = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[$1]) : 0) }
      for index in 0..<4 {
        text.append(index <= part.count ? letters[number >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }
}
