import ButtonImages
import Testing

/// The XML of SVGs.
@Suite struct SVGMarkupTests {
  private let root = #"<svg xmlns="http://www.w3.org/2000/svg">"#

  @Test(arguments: [
    "", "<g/>", "<g></g>", "<g ></g >", "<g\n\ta = '\"'\r b=\"'\" />", "<g a=\"x>y\"/>", "a > b",
    "<!---->", "<!-- <script> & - -->", "<![CDATA[ <script> & ]] > ]]>",
    "&lt;&gt;&amp;&quot;&apos;",
    "&#65;&#x1F642;&#x0a;", "Grüße 🙂", "<g a='&lt;script>'/>", "<_a.b-c1/>", "]] >",
    "<g xmlns='http://www.w3.org/2000/svg'/>", "<g xml:lang='de' xml:space='preserve'/>",
    "<p:g xmlns:p='urn:x' p:a='' a='' xmlns:q='urn:y' q:a=''/>",
    "<g xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
  ])
  func wellFormedMarkupIsTaken(content: String) {
    #expect(mistake(inSVG: content) == nil)
  }

  @Test func aMarkADeclarationAndCommentsMayComeFirst() {
    let starts = [
      "\u{FEFF}", "<?xml version='1.0'?>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
      "\u{FEFF}<?xml version=\"1.0\" encoding='utf-8' standalone=\"no\" ?>", " \n\t", "<!-- a -->",
      "<?xml version='1.0' standalone='yes'?><!-- a --> <!-- b -->\r\n",
    ]
    for start in starts { #expect(mistake("\(start)\(root)</svg>") == nil, "\(start)") }
    #expect(mistake("\(root)</svg> <!-- end -->\n") == nil)
    #expect(mistake("<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:g/></s:svg>") == nil)
  }

  @Test(arguments: [
    ("<?xml version='1.1'?>", "does not say that it is XML 1.0"),
    ("<?xml encoding='UTF-8'?>", "does not say that it is XML 1.0"),
    ("<?xml version='1.0' encoding='ISO-8859-1'?>", "says it is iso-8859-1: save it as UTF-8"),
    ("<?xml version='1.0' encoding='UTF-16'?>", "says it is utf-16"),
    ("<?xml version='1.0' standalone='maybe'?>", "an XML declaration that is not legal"),
    ("<?xml version='1.0' a='b'?>", "an XML declaration that is not legal"),
    ("<?xml version='1.0'>", "does not end with ?>"),
    (" <?xml version='1.0'?>", "the processing instruction <?xml"),
    ("<?xml-stylesheet href='x.css'?>", "the processing instruction <?xml-stylesheet"),
    ("<!DOCTYPE svg>", "the document type <!DOCTYPE svg>"),
    ("<!DOCTYPE svg [<!ENTITY a 'b'>]>", "remove it, entities too"),
    ("<!ENTITY a 'b'>", "remove it, entities too"), ("<!ELEMENT a>", "the declaration <!ELEMENT"),
    ("<g/>", "is XML with the root <g>; give SVG"), ("x", "is none of PNG"),
    ("<!-- -->x", "text outside of svg"), ("<![CDATA[x]]>", "text outside of svg"),
    ("&#32;", "is none of PNG"), ("</g>", "the end tag </g> where none fits"),
    ("<html xmlns='http://www.w3.org/1999/xhtml'></html>", "the root <html>"),
    ("<SVG xmlns='http://www.w3.org/2000/svg'></SVG>", "the root <SVG>"),
    ("<svg></svg>", "lacks its namespace: write xmlns="),
    ("<svg xmlns='http://www.w3.org/2000/SVG'></svg>", "lacks its namespace"),
    ("<p:svg xmlns:p='urn:x'></p:svg>", "lacks its namespace"),
  ])
  func whatIsBeforeTheRootIsChecked(start: String, message: String) {
    let found = mistake("\(start)\(root)</svg>")
    #expect(found?.lowercased().contains(message.lowercased()) == true, "\(found ?? "taken")")
  }

  @Test(arguments: [
    ("<g", "has an attribute without a space"), ("<g>", "</svg> where none fits"),
    ("<g></svg>", "</svg> where none fits"),
    ("</g>", "</g> where none fits"), ("<g></G>", "</G> where none fits"),
    ("<g></g x>", "</g> where none fits"), ("<g a='1' a='2'/>", "the attribute a twice"),
    ("<g x:a='1' x:a='2'/>", "the attribute x:a twice"),
    ("<g xmlns:p='urn:x' xmlns:q='urn:x' p:a='' q:a=''/>", "the attribute q:a twice"),
    ("<g xmlns:p='urn:x' xmlns:p='urn:y'/>", "the prefix p twice"),
    ("<g a='1' A='2'/>", "the attribute A twice"),
    ("<g a/>", "the attribute a without a value"), ("<g a=b/>", "a value without quotes"),
    ("<g a='1'b='2'/>", "without a space before it"), ("<g a='<'/>", "has a < in a value"),
    ("<1/>", "no legal name"), ("< g/>", "no legal name"), ("<:g/>", "no legal name"),
    ("<g:/>", "no legal name"), ("<a:b:c/>", "no legal name"), ("<x:1/>", "no legal name"),
    ("<g =''/>", "no legal name"), ("<ä/>", "no legal name"), ("<g / >", "does not end with >"),
    ("<g ?>", "does not end with >"), ("<p:g/>", "the prefix p without declaring it"),
    ("<g p:a=''/>", "the prefix p without declaring it"),
    ("<g xmlns:p='urn:x'/><p:g/>", "the prefix p without declaring it"),
    ("<g xmlns:p=''/>", "binds the prefix p"), ("<g xmlns:xml='urn:x'/>", "binds the prefix xml"),
    ("<g xmlns:xmlns='urn:x'/>", "binds the prefix xmlns"),
    ("<g xmlns:p='http://www.w3.org/XML/1998/namespace'/>", "binds the prefix p"),
    ("<g xmlns:p='http://www.w3.org/2000/xmlns/'/>", "binds the prefix p"),
    ("<g xmlns='http://www.w3.org/XML/1998/namespace'/>", "binds the prefix"),
    ("&", "a & that begins no reference"), ("& g;", "the reference & g;"),
    ("&nbsp;", "the reference &nbsp;"), ("&a;", "the reference &a;"), ("&;", "the reference &;"),
    ("&#0;", "the reference &#0;"), ("&#x1;", "the reference &#x1;"), ("&#xD800;", "reference"),
    ("&#x7F;", "reference"), ("&#xFFFE;", "reference"), ("&#x110000;", "reference"),
    ("&#99999999999;", "reference"), ("&#+65;", "reference"), ("&#x-1;", "reference"),
    ("&#00000000000000000000065;", "a & that begins no reference"), ("&#;", "reference"),
    ("<g a='&lt'/>;", "the reference &lt'/>"), ("<g a='&#x1b;'/>", "the reference &#x1b;"),
    ("]]>", "has ]]> in a text"), ("a]]]>", "has ]]> in a text"),
    ("<!-- -- -->", "-- in a comment"),
    ("<!--> -->", "a comment that begins with >"), ("<!---> -->", "a comment that begins with >"),
    ("<!-- --->", "-- in a comment"), ("<!-- ", "is cut off"), ("<![CDATA[ ]] >", "is cut off"),
    ("<![cdata[]]>", "the declaration <![cdata["), ("<!DOCTYPE a>", "the document type"),
    ("<?php ?>", "the processing instruction <?php ?>"), ("<?xml version='1.0'?>", "instruction"),
    ("</svg>x<svg>", "text outside of svg"), ("</svg><svg>", "more than one root"),
  ])
  func brokenMarkupIsNamed(content: String, message: String) {
    let found = mistake(inSVG: content)
    #expect(found?.contains(message) == true, "\(found ?? "taken")")
  }

  @Test func messagesSayTheLine() {
    #expect(mistake(inSVG: "\n\n<g a/>")?.hasSuffix("(line 3)") == true)
    #expect(mistake(inSVG: "\n<script/>\n")?.hasSuffix("(line 2)") == true)
  }

  @Test(
    arguments: [
      [0x00], [0x0B], [0x1F], [0x7F], [0xC2, 0x80], [0xC2, 0x9F], [0x80], [0xBF], [0xC0, 0xAF],
      [0xC1, 0x81], [0xC3], [0xE0, 0x80, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xEF, 0xBF, 0xBE],
      [0xEF, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x28, 0xA1],
    ] as [[UInt8]])
  func textIsUTF8WithoutControlCharacters(bytes: [UInt8]) {
    for place in ["<g a='", "<!--", "<![CDATA[", "", "<g"] {
      let found = mistake(Array("\(root)\(place)".utf8) + bytes + Array("</svg>".utf8))
      #expect(found?.contains("is not UTF-8 text without control characters") == true)
    }
  }

  @Test func boundsOfMarkupAreKept() {
    func nested(_ depth: Int) -> String {
      String(repeating: "<g>", count: depth) + String(repeating: "</g>", count: depth)
    }
    #expect(mistake(inSVG: nested(63)) == nil)
    #expect(mistake(inSVG: nested(64))?.contains("nested deeper than 64 elements") == true)
    #expect(mistake(inSVG: String(repeating: "<g/>", count: 19_999)) == nil)
    let many = mistake(inSVG: String(repeating: "<g/>", count: 20_000))
    #expect(many?.contains("more than 20000 elements") == true)
    func attributes(_ count: Int) -> String {
      "<g \((0..<count).map { "a\($0)=''" }.joined(separator: " "))/>"
    }
    #expect(mistake(inSVG: attributes(256)) == nil)
    #expect(mistake(inSVG: attributes(257))?.contains("more than 256 attributes") == true)
    // The root declares two.
    func namespaces(_ count: Int) -> String {
      "<g \((0..<count).map { "xmlns:p\($0)='urn:x'" }.joined(separator: " "))/>"
    }
    #expect(mistake(inSVG: namespaces(62)) == nil)
    #expect(mistake(inSVG: namespaces(63))?.contains("more than 64 namespaces") == true)
    #expect(mistake(inSVG: String(repeating: namespaces(30), count: 40)) == nil)
  }

  /// An element's namespace is its parent's again behind it.
  @Test func namespacesEndWithTheirElement() {
    #expect(mistake(inSVG: "<g xmlns:x='urn:y'><x:g/></g><x:g/>") == nil)
    #expect(mistake(inSVG: "<p:script xmlns:p='urn:x'/>") == nil)
    let script = "<g xmlns:p='urn:x'><g xmlns:p='http://www.w3.org/2000/svg'/><p:script/></g>"
    #expect(mistake(inSVG: script) == nil)
    let inner = "<g xmlns:p='urn:x'><g xmlns:p='http://www.w3.org/2000/svg'><p:script/></g></g>"
    #expect(mistake(inSVG: inner)?.contains("has a script, <p:script>") == true)
  }
}
