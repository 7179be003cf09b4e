import ButtonModel
import TestSupport
import Testing

@testable import ButtonRender

/// Drawings of any look.
@Suite struct SVGTests {
  /// Titles that would do harm as markup.
  private static let hostileTitles = [
    "</text><script>alert(1)</script>", "]]><![CDATA[", "<!--", "&amp;&lt;&#0;&bogus;",
    "\"'/><g onload=\"x\"",
    "\u{0}\u{1}\u{8}\u{B}\u{1B}[31mred", "a\u{202E}cba\u{2066}b\u{2069}",
    String(decoding: [0xEF, 0xBF, 0xBE, 0xEF, 0xBF, 0xBF, 0xEF, 0xB7, 0x90], as: UTF8.self),
    "line\nfeed\r\nand\ttab\u{2028}more\u{2029}",
    String(repeating: "a\u{301}\u{302}\u{303}", count: 1_000),
    String(repeating: "W", count: 30_000), String(repeating: "👩‍👩‍👧‍👦", count: 1_000),
    "a" + String(repeating: "\u{301}", count: 15_000), "", " ",
  ]

  static func look(_ title: String) -> Appearance {
    var look = Appearance()
    look.title = UTF8String(title)
    look.titleColor = 0x0000_00FF
    look.titleFontSize = 17
    look.backgroundColor = 0x007A_FFFF
    look.cornerRadius = 6
    look.insetTop = 7
    look.insetBottom = 7
    look.insetLeading = 12
    look.insetTrailing = 12
    return look
  }

  @Test(arguments: hostileTitles.indices) func aHostileTitleIsOnlyText(index: Int) throws {
    let title = Self.hostileTitles[index]
    for mode in ButtonConfiguration.LineBreakMode.allCases {
      var look = Self.look(title)
      look.titleLineBreakMode = mode
      look.subtitle = UTF8String(title)
      look.subtitleFontSize = 13
      look.imageName = UTF8String(title)
      look.material = UTF8String(title)
      look.backgroundImageName = UTF8String(title)
      look.accessibilityLabel = UTF8String(title)
      let text = ButtonDrawing(look).document()
      try expectHarmless(text)
      #expect(text.utf8.count < 20_000, "\(text.utf8.count) bytes")
      look.titleRuns = [
        .init(text: UTF8String(title), color: 0xFF, italic: true),
        .init(text: UTF8String(title), color: 0xFF, link: UTF8String(title)),
      ]
      look.title = UTF8String(title + title)
      try expectHarmless(ButtonDrawing(look).document())
    }
  }

  /// A text, the lines that are made of it, and the run of each character.
  private static let broken: [(runs: [String], lines: [String], expected: [[String]])] = [
    (["Only ", "3", " left"], ["Only 3 left"], [["0:Only ", "1:3", "2: left"]]),
    (["one tw", "o three"], ["one", "two", "three"], [["0:one"], ["0:tw", "1:o"], ["1:three"]]),
    (["abc", "def"], ["ab…"], [["0:ab…"]]), (["abc", "def"], ["…ef"], [["1:…ef"]]),
    (["abc", "def"], ["ab…f"], [["0:ab", "1:…f"]]), (["a…", "b"], ["a…b"], [["0:a…", "1:b"]]),
    (["aXa", "aXa"], ["a…Xa"], [["0:a", "1:…Xa"]]), ([], ["plain"], []),
  ]

  @Test func everyCharacterOfALineIsDrawnAsItsRun() {
    for (texts, lines, expected) in Self.broken {
      let runs = texts.map { Appearance.TitleRun(text: UTF8String($0), color: 0) }
      let pieces = ButtonLayout.pieces(of: lines, runs).map { line in
        line.map { "\($0.run):\($0.text)" }
      }
      #expect(pieces == expected, "\(texts) \(lines)")
    }
  }

  @Test func runsAreDrawnInTheirColourWeightAndShape() {
    var look = Self.look("a b c")
    let plain = ButtonLayout(look).width
    look.titleRuns = [
      .init(text: "a ", color: 0x0102_03FF, fontWeight: .bold, italic: true),
      .init(text: "b ", color: 0x0405_0680, underline: true, strikethrough: true),
      .init(text: "c", color: 0x0708_09FF, link: "https://example.com"),
    ]
    let text = ButtonDrawing(look).document()
    #expect(
      text.contains(
        ##"<tspan font-weight="700" fill="#010203" font-style="italic">a </tspan>"##))
    #expect(
      text.contains(
        ##"<tspan font-weight="400" fill="#040506" fill-opacity="0.502" text-decoration="underline line-through">b </tspan>"##
      ))
    #expect(
      text.contains(
        ##"<tspan font-weight="400" fill="#070809" text-decoration="underline">c</tspan></text>"##))
    #expect(ButtonLayout(look).width > plain)
  }

  @Test(arguments: ["+", "A long title", ""])
  func aCircleIsAsWideAsHighWithItsContentInTheMiddle(title: String) throws {
    var look = Self.look(title)
    look.cornerShape = .capsule
    look.isFullWidth = true
    look.insetTop = 20
    let wide = ButtonLayout(look)
    #expect(wide.width > wide.height)
    look.isCircle = true
    let round = ButtonLayout(look)
    #expect(round.width == round.height)
    #expect(round.background.width == round.background.height)
    look.isFullWidth = false
    look.isCircle = false
    let natural = ButtonLayout(look)
    #expect(round.width == max(natural.width, natural.height))
    if let line = round.title.first, let old = natural.title.first {
      #expect(abs(line.x - old.x - (round.width - natural.width) / 2) < 0.001)
      #expect(abs(line.baseline - old.baseline - (round.height - natural.height) / 2) < 0.001)
    }
  }

  @Test func runsAreDrawnInTheDesignOfTheTitle() {
    var look = Self.look("a b")
    look.titleFontDesign = .monospaced
    look.titleMonospacedDigits = true
    look.titleRuns = [.init(text: "a ", color: 0xFF), .init(text: "b", color: 0xFF)]
    let text = ButtonDrawing(look).document()
    let line = text.split(separator: "\n").first { $0.contains("<tspan") } ?? ""
    #expect(line.contains("font-family=\"ui-monospace"))
    #expect(line.contains("style=\"font-variant-numeric: tabular-nums\""))
    let wide = ButtonLayout(look).width
    look.titleFontDesign = .default
    #expect(ButtonLayout(look).width < wide)
  }

  /// The part is cut out of the whole shape, so that its corners are as round.
  @Test(
    arguments: [
      (0.25, .leftToRight, false), (0.25, .rightToLeft, false), (1, .leftToRight, true),
      (1, .rightToLeft, true),
    ] as [(Double, LayoutDirection, Bool)])
  func progressFillsTheShapeFromTheLeadingEdge(
    _ progress: Double, _ direction: LayoutDirection, _ isWhole: Bool
  ) throws {
    var look = Self.look("Pay")
    look.cornerRadius = 6
    look.progress = progress
    look.progressColor = 0x0000_0033
    let drawing = ButtonDrawing(look, on: Display(direction: direction))
    let text = drawing.document()
    try expectHarmless(text)
    let ground = drawing.layout.background
    let start = direction == .leftToRight || isWhole ? 0 : ground.width * 0.75
    func n(_ number: Double) -> String { SVGWriter.number(number) }
    #expect(
      text.contains(
        """
        <svg x="\(n(start))" width="\(n(ground.width * progress))" height="\(n(ground.height))">
        <rect x="\(n(-start))" width="\(n(ground.width))" height="\(n(ground.height))" rx="6" \
        fill="#000000" fill-opacity="0.2"/>
        </svg>
        """), "\(text)")
    #expect(text.contains("aria-label=\"Pay, \(isWhole ? 100 : 25)%\""))
  }

  @Test func progressWithNothingToFillIsSaidAllTheSame() {
    var look = Self.look("Pay")
    look.progressColor = 0x0000_0033
    #expect(ButtonDrawing(look).document().contains(#"aria-label="Pay""#))
    look.progress = 0
    var text = ButtonDrawing(look).document()
    #expect(!text.dropFirst(4).contains("<svg") && text.contains(#"aria-label="Pay, 0%""#))
    look.progress = 0.5
    look.progressColor = 0
    text = ButtonDrawing(look).document()
    #expect(!text.dropFirst(4).contains("<svg") && text.contains(#"aria-label="Pay, 50%""#))
  }

  @Test func aButtonWhoseSourceIsGoneIsDimmedWithARingAndTheReason() throws {
    let plain = ButtonDrawing(Self.look("Pay")).document()
    #expect(!plain.contains("<circle"))
    #expect(plain.contains(#"opacity="1""#))
    let lost = ButtonDrawing(Self.look("Pay"), loss: "what feeds till.total is gone").document()
    #expect(lost.contains(#"opacity="0.55""#))
    #expect(lost.contains(#"aria-label="Pay. what feeds till.total is gone""#))
    #expect(lost.contains("<title>what feeds till.total is gone</title>"))
    #expect(lost.contains("<circle"))
    for title in Self.hostileTitles {
      try expectHarmless(ButtonDrawing(Self.look(title), loss: title).document())
    }
  }

  @Test func labelsOfSheetsAreOnlyText() throws {
    for title in Self.hostileTitles {
      let sheet = LookSheet(
        title: title, columns: [title],
        panels: [
          LookSheet.Panel(
            display: Display(), rows: [LookSheet.Row(label: title, looks: [Self.look(title)])])
        ])
      let text = try sheet.svg()
      try expectHarmless(text)
      #expect(text.utf8.count < 20_000)
    }
  }

  /// Renderers make what is translucent, and what is filtered, as large as the picture otherwise.
  @Test func whatCostsAsMuchAsTheWholePictureIsBounded() throws {
    var look = Self.look("Title")
    look.shadowColor = 0x0000_0080
    look.shadowRadius = 8
    #expect(!ButtonDrawing(look).document().contains("filter"))
    #expect(!ButtonDrawing(look).document().dropFirst(4).contains("<svg"))
    look.opacity = 0.5
    let parts = ButtonDrawing(look).document()
      .split(separator: "<svg ", omittingEmptySubsequences: false)
    #expect(parts.count == 3)
    #expect(parts[2].contains("opacity=\"0.5\""))
  }

  @Test func aShadowFadesLikeABlur() {
    for (width, height, deviation) in [(80.0, 36.0, 3.0), (80, 36, 20), (300, 200, 0.5)] {
      let edge = SoftEdge(width: width, height: height, alpha: 0.5, deviation: deviation)
      #expect(edge.layers.count > 3)
      var reached = 0.0
      for (layer, next) in zip(edge.layers, edge.layers.dropFirst()) {
        #expect(layer.outset > next.outset, "the outermost is first")
      }
      for layer in edge.layers {
        #expect(layer.opacity > 0)
        reached += (1 - reached) * layer.opacity * 0.5
      }
      #expect(reached <= 0.5001)
      // Where the shape is large beside its blur, the middle is as dark as the shadow.
      #expect(deviation < 10 ? reached > 0.48 : reached < 0.4)
    }
    #expect(SoftEdge(width: 9, height: 9, alpha: 0.5, deviation: 0).layers.map(\.outset) == [0])
  }

  @Test func anyNumbersMakeAFiniteBoundedPicture() throws {
    let numbers: [Double] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0, -0.0,
      .leastNonzeroMagnitude, 10_000, -10_000, 1e300, 0.0005, 17,
    ]
    var generator = Seed()
    for _ in 0..<scaled(500, few: 150) {
      var look = Self.look("Title")
      func any() -> Double { numbers.randomElement(using: &generator) ?? 0 }
      look.titleFontSize = any()
      look.subtitleFontSize = any()
      look.subtitle = "More"
      look.imageName = "star"
      look.showsActivityIndicator = .random(using: &generator)
      look.titlePadding = any()
      look.imagePadding = any()
      look.imageReservation = any()
      look.imageSize = any()
      look.progress = any()
      look.progressColor = 0xFF
      look.cornerRadius = any()
      look.cornerShape = .random(using: &generator) ? .capsule : .fixed
      look.strokeWidth = any()
      look.strokeOutset = any()
      look.strokeColor = 0xFF
      look.shadowColor = 0x8080_80FF
      look.shadowRadius = any()
      look.shadowX = any()
      look.shadowY = any()
      look.insetTop = any()
      look.insetLeading = any()
      look.insetBottom = any()
      look.insetTrailing = any()
      look.opacity = any()
      look.scale = any()
      look.isFullWidth = .random(using: &generator)
      look.indicator = .popup
      let drawing = ButtonDrawing(look, on: Display(.dark, direction: .rightToLeft))
      #expect((8...2_000).contains(drawing.layout.width))
      #expect((8...2_000).contains(drawing.layout.height))
      try expectHarmless(drawing.document())
    }
  }

  @Test func aSheetOfTooManyButtonsIsRefused() {
    let row = LookSheet.Row(label: "", looks: [])
    let sheet = LookSheet(
      title: "", columns: Array(repeating: "", count: 100),
      panels: [
        LookSheet.Panel(display: Display(), rows: Array(repeating: row, count: 51))
      ])
    #expect(throws: RenderError.self) { try sheet.svg() }
  }

  @Test func numbersAreShort() {
    let table: [(Double, String)] = [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.05, "0.05"), (-0.05, "-0.05"),
      (2.675, "2.68"), (100.999, "101"), (1e9, "1000000"), (.nan, "0"), (-.infinity, "0"),
      (0.004, "0"), (10.10, "10.1"),
    ]
    for (value, text) in table { #expect(SVGWriter.number(value) == text) }
  }

  @Test func everyIconIsKnownByItsNameAndDrawn() {
    #expect(Icon.names.count > 60)
    for name in Icon.names {
      #expect(Icon.named(name) != nil)
      #expect(!(Icon.named(name)?.shapes.isEmpty ?? true))
    }
    #expect(Icon.named("cart.badge.minus") != nil, "the icon of its beginning")
    #expect(Icon.named("cartoon") == nil)
    var look = Self.look("")
    look.imageName = "nobody.knows.it"
    #expect(ButtonDrawing(look).document().contains(">nobody.know…</text>"))
  }

  @Test func aLongNameOfAnImageIsLookedAtNoFurtherThanAnIcons() {
    let dots = String(repeating: ".", count: 200_000)
    #expect(Icon.named("cart" + dots) != nil)
    #expect(Icon.named("cartoon" + dots) == nil)
    func time(_ name: String) -> Double { ThreadTime.nanoseconds { _ = Icon.named(name) } }
    let (few, many) = (time("cartoon" + dots.prefix(200)), time("cartoon" + dots))
    #expect(many < 100 * few, "\(few) ns, \(many) ns")
    for name in Icon.names { #expect(Icon.named(name + ".é" + dots) != nil, "\(name)") }
  }

  @Test func aLookComesBackFromItsMembers() {
    let members: [String: StateValue] = [
      "isEnabled": .bool(false), "title": .string("#FF0000FF"), "titleColor": .string("#FF0000FF"),
      "titleFontSize": .int(17), "cornerRadius": .double(8.75), "cornerShape": .string("capsule"),
      "imagePlacement": .string("top"), "opacity": .double(0.5), "x-com.example.glow": .int(1),
      "strokeColor": .string("red"), "strokeWidth": .string("1"), "scale": .null,
      "titleTextStyle": .string("body"), "indicator": .string("popup"),
      "titleFontDesign": .string("serif"), "titleItalic": .bool(true),
      "titleMonospacedDigits": .bool(true), "subtitleTextStyle": .string("title"),
      "subtitleFontDesign": .string("rounded"), "subtitleItalic": .bool(true),
      "subtitleMonospacedDigits": .bool(true), "imageSize": .double(30.5),
      "imageWeight": .string("heavy"),
      "imageRenderingMode": .string("original"), "progress": .double(0.25),
      "progressColor": .string("#00000033"),
    ]
    let look = Appearance(members: members)
    #expect(!look.isEnabled)
    #expect(look.title == "#FF0000FF")
    #expect(look.titleColor == 0xFF00_00FF)
    #expect(look.titleFontSize == 17)
    #expect(look.cornerRadius == 8.75)
    #expect(look.cornerShape == .capsule)
    #expect(look.imagePlacement == .top)
    #expect(look.opacity == 0.5)
    #expect(look.strokeColor == 0)
    #expect(look.strokeWidth == 0)
    #expect(look.scale == 1)
    #expect(look.titleTextStyle == .body)
    #expect(look.indicator == .popup)
    #expect(look.titleFontDesign == .serif && look.subtitleFontDesign == .rounded)
    #expect(look.titleItalic && look.titleMonospacedDigits)
    #expect(look.subtitleItalic && look.subtitleMonospacedDigits)
    #expect(look.subtitleTextStyle == .title)
    #expect(look.imageSize == 30.5)
    #expect(look.imageWeight == .heavy)
    #expect(look.imageRenderingMode == .original)
    #expect(look.progress == 0.25)
    #expect(look.progressColor == 0x33)
    #expect(Appearance(members: ["title": .string("Pay")]).progress == nil)
  }

  @Test func rightToLeftMirrorsTheContent() throws {
    var look = Self.look("Title")
    look.imageName = "star"
    look.imagePadding = 6
    look.insetLeading = 40
    let left = ButtonLayout(look)
    let right = ButtonLayout(look, direction: .rightToLeft)
    let (star, mirrored) = (try #require(left.image), try #require(right.image))
    #expect(left.width == right.width)
    #expect(abs(star.x + star.width + mirrored.x - left.width) < 0.001)
    #expect(star.x == 40)
  }

  /// A parser would read it, and finds nothing in it that runs or refers to elsewhere.
  func expectHarmless(_ svg: String) throws {
    let tags = try XMLScan.tags(of: svg)
    let known: Set<String> = [
      "svg", "defs", "pattern", "line", "clipPath", "rect", "g", "path",
      "text", "tspan", "title", "circle",
    ]
    #expect(tags.isSubset(of: known), "\(tags.subtracting(known))")
    for bad in ["nan", "inf", "e+", "onload=", "href", "<script"] {
      let found = svg.lowercased().contains("=\"\(bad)") || tags.contains(bad)
      #expect(!found, "\(bad)")
    }
    #expect(!svg.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
