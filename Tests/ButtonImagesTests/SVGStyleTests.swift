import ButtonImages
import Testing

/// The CSS of SVGs, in attributes and in stylesheets.
@Suite struct SVGStyleTests {
  /// A style for an attribute in single quotes.
  private func quoted(_ style: String) -> String {
    style.map { $0 == "'" ? "&#39;" : String($0) }.joined()
  }

  @Test(arguments: [
    "fill:red", "fill:url(#a)", "fill : url( '#a' ) red ;", "fill:URL(\"#a\")", ";;fill:#fff;;",
    "font-family:'A (b) ; c', \"d\"", "fill:/* url(x) */red", "nonsense", "*zoom:1", "/**/",
    "transform:translate(1px,calc((1px + 2px) * 3)) rotate(3deg)", "fill:var(--a,rgb(1 2 3/4))",
    "-inkscape-font-specification:'Sans, Bold'", "--a:rgb(1,2,3)", "mix-blend-mode:normal",
    "filter:url(#a) blur(2px)", "fill:url(#a_1.2:3-ä)", "marker:none", "clip-path:inherit2",
    "stroke:inherit", "clip-path:circle(50% at 1px 2px)", "fill:red!important",
  ])
  func ordinaryStylesAreTaken(style: String) {
    #expect(mistake(inSVG: "<g style='\(quoted(style))'/>") == nil)
    #expect(mistake(inSVG: "<style>.b{\(style)} c > d{\(style)}</style>") == nil)
    #expect(mistake(inSVG: "<style><![CDATA[@media print{.b{\(style)}}]]></style>") == nil)
  }

  @Test(arguments: [
    ("fill:url(https://example.org)", "refers to url(https"), ("fill:url(x#a)", "refers to url("),
    ("fill:url('x.svg#a')", "refers to url("), ("fill:uRl(//x)", "refers to url("),
    ("fill:url(/**/#a)", "refers to url("), ("fill:url()", "refers to url("),
    ("fill:url(#)", "refers to url("), ("fill:url('#a)", "refers to url("),
    ("fill:url('#a\")", "refers to url("), ("fill:url(#a", "refers to url("),
    ("fill:url(#a b)", "refers to url("), ("fill:url(#%61)", "refers to url("),
    ("fill:url(#a/**/)", "refers to url("), ("fill:url(data:image/png;base64,A)", "refers to url("),
    ("fill:url&#40;x)", "refers to url("), ("fill:&#117;rl(x)", "refers to url("),
    ("filter:url(#a) url(x)", "refers to url("), ("x:url(x)", "refers to url("),
    ("fill:u\\72l(x)", "a style with \\"), ("fill:\\75rl(x)", "a style with \\"),
    ("a:'\\", "not closed, or has a \\"), ("f\\69ll:red", "a style with \\"),
    ("fill:red}", "}"), ("fill:{}", "a style with {"), ("@import 'x'", "@"), ("fill:[a]", "with ["),
    ("fill:a]", "a style with ]"), ("a:&lt;", "a style with <"),
    ("a:'b", "a text that is not closed"),
    ("a:'b&#10;c'", "a text that is not closed"), ("a:/*", "a comment that is not closed"),
    ("a:/* *", "a comment that is not closed"), ("a:(b", "a ( that is not closed"),
    ("a:(b;c)", "a ( that is not closed"), ("a:b)", "a ) too many"),
    ("a:((((((((()))))))))", "more than 8 nested ("), ("a:image('x')", "the style function image,"),
    ("a:image-set('x' 1x)", "the style function image-set"), ("a:src('x')", "function src"),
    ("a:-webkit-image-set('x' 1x)", "the style function -webkit-image-set"),
    ("a:cross-fade(a,b)", "the style function cross-fade"), ("a:element(#b)", "function element"),
    ("a:-moz-element(#b)", "function -moz-element"), ("a:paint(b)", "the style function paint"),
    ("a:expression(b)", "the style function expression"), ("a:attr(b)", "style function attr"),
    ("a:path('M0 0')", "the style function path"), ("a:-url(x)", "the style function -url"),
    ("a:1url(x)", "the style function 1url"), ("d:path('M0 0')", "the style property d,"),
    ("all:inherit", "the style property all,"), ("behavior:x", "the style property behavior"),
    ("-moz-binding:x", "the style property -moz-binding"), ("mask:inherit", "inherits a mask"),
    ("clip-path:INHERIT", "inherits a mask"), ("filter:/**/inherit", "inherits a mask"),
    ("mask-image:inherit", "inherits a mask"), ("-webkit-filter:inherit", "inherits a mask"),
    ("--a:url(#a)", "a style variable that refers"),
    ("--a:var(--b) var(--b)", "a style variable with the function var"),
    ("--a:blur(1px)", "a style variable with the function blur"),
  ])
  func stylesThatLoadOrHideAreRefused(style: String, message: String) {
    let found = mistake(inSVG: "<g style='\(quoted(style))'/>")
    #expect(found?.contains(message) == true, "\(found ?? "taken")")
    let sheet = mistake(inSVG: "<style>.b{\(style)}</style>")
    #expect(sheet != nil)
    #expect(mistake(inSVG: "<style>@media print{.b{\(style)}}</style>") != nil)
  }

  @Test(arguments: [
    "fill", "stroke", "filter", "mask", "cursor", "marker", "clip-path", "marker-start",
    "marker-mid", "marker-end", "color-profile",
  ])
  func attributesAreReadAsStyles(name: String) {
    #expect(mistake(inSVG: "<g \(name)='url(#b)'/>") == nil)
    #expect(mistake(inSVG: "<g \(name)='url(&quot;#b&quot;) none; '/>") == nil)
    for (value, message) in [
      ("url(https://x)", "refers to url(https"), ("u\\72l(x)", "a style with \\"),
      ("image-set('x')", "the style function image-set"), ("a}b", "a style with }"),
    ] {
      let found = mistake(inSVG: "<g \(name)=\"\(value)\"/>")
      #expect(found?.contains(message) == true, "\(found ?? "taken")")
    }
  }

  @Test func otherAttributesReferToNothingElse() {
    #expect(mistake(inSVG: "<g label='curl(x) url url(#a) C:\\b (c)' x:role='f(x)'/>") == nil)
    for value in ["url(x)", "see uRL (x)", "url( &quot;x", "&#85;RL(x)", "url(#a) url(x)"] {
      let found = mistake(inSVG: "<g label='\(value)'/>")
      #expect(found?.contains("refers to url(") == true, "\(found ?? "taken")")
    }
  }

  @Test(arguments: [
    "", " /* a */ ", ".a{}", "a{}b{}", "*{fill:red}", "a.b#c.d:hover::before{}", "a,b , .c\n{}",
    "a b>c > d{}", ":root{--a:red}", "@media (min-width: 1.5em) and (a),print{.a{}}.b{}",
    "@media all{}", "#a,.b{fill:red;}", "svg:first-child *{}",
  ])
  func ordinarySheetsAreTaken(sheet: String) {
    #expect(mistake(inSVG: "<style>\(sheet)</style>") == nil)
    #expect(mistake(inSVG: "<style type='text/css'><![CDATA[\(sheet)]]></style>") == nil)
  }

  @Test(arguments: [
    ("@import 'x';", "the style rule @import"), ("@import url(x);", "the style rule @import"),
    ("@font-face{src:url(x)}", "the style rule @font-face"),
    ("@namespace a url(x);", "the style rule @namespace"), ("@charset 'x';", "rule @charset"),
    ("@keyframes a{}", "the style rule @keyframes"), ("@supports (a:b){}", "rule @supports"),
    ("@media a{@media b{}}", "the style rule @media: of those"), ("@med\\69a x{}", "rule @med"),
    ("@media \\a{}", "@media that is not plain"), ("@media 'a'{}", "@media that is not plain"),
    ("@media a", "without its {"), ("@media a{", "without its }"), (".a{", "without its }"),
    (".a", "without its {"), (".a{.b{}}", "a style with {"), (".a{&amp;{}}", "a style with {"),
    ("}", "a style selector at"), (".a{}}", "a style selector at"), (";", "a style selector at"),
    ("a,{}", "a style selector at"), ("{}", "a style selector at"), (",a{}", "a style selector"),
    ("[a]{}", "a style selector at"), ("a:not(b){}", "a style selector at"),
    ("a+b{}", "a style selector at"), ("a ~ b{}", "a style selector at"),
    ("a|b{}", "a style selector at"), (".\\61{}", "a style selector at"), (".{}", "selector at"),
    ("a'b'{}", "a style selector at"), ("&lt;!-- a{} --&gt;", "a style selector at"),
    ("a b c d e{}", "a style selector of more than 4 parts"),
    ("a>b>c>d>e{}", "a style selector of more than 4 parts"), ("/*", "comment that is not closed"),
    ("a/*{}", "a comment that is not closed"), ("<g/>", "has <g> in a <style>"),
    (".a{fill:ur<!-- -->l(x)}", "refers to url(x"),
    (".a{fill:ur<![CDATA[l(x)]]>}", "refers to url"),
    (".a{fill:&#117;rl(x)}", "refers to url(x"),
  ])
  func sheetsThatLoadOrHideAreRefused(sheet: String, message: String) {
    for tag in ["style", "s:style xmlns:s='http://www.w3.org/2000/svg'", "STYLE"] {
      let end = tag.prefix { $0 != " " }
      let found = mistake(inSVG: "<\(tag)>\(sheet)</\(end)>")
      #expect(found?.contains(message) == true, "<\(tag)>: \(found ?? "taken")")
    }
  }
}
