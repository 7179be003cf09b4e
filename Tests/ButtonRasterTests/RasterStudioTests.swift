import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonRaster

/// Pictures of keys: their size, their form, and texts that fit.
@Suite struct RasterStudioTests {
  private let studio: RasterStudio

  init() {
    PackagedFont.use
    studio = RasterStudio()
  }

  private static let white: StateValue = "#FFFFFFFF"
  private static let blue: StateValue = "#0000FFFF"

  private func pixels(_ request: RasterDraw) throws -> Pixels {
    try Pixels(try studio.picture(request))
  }

  @Test(arguments: [
    (5, 5), (16, 16), (72, 72), (96, 96), (200, 100), (100, 200), (512, 512), (1_024, 16),
  ])
  func aKeyIsAsLargeAsItsPixels(width: Int, height: Int) throws {
    let picture = try pixels(.key(["backgroundColor": Self.blue], width, height))
    #expect(picture.width == width && picture.height == height)
    #expect(picture.extent(besides: 0x0000FF) == nil, "the background fills the key")
  }

  @Test(arguments: [(4, 72, "width"), (72, 1_025, "height")])
  func otherSizesAreRefused(width: Int, height: Int, path: String) throws {
    let line = #"{"appearance":{},"width":\#(width),"height":\#(height)}"#
    #expect(throws: (any Error).self) { try RasterRequests.draw(line) }
    do { _ = try RasterRequests.draw(line) } catch let error as ProtocolError {
      #expect(error.path == path)
      #expect(error.message.hasPrefix("must be 5 to 1024 pixels"))
    }
  }

  @Test func widthAndHeightGoTogether() throws {
    #expect(throws: ProtocolError.self) {
      try RasterRequests.draw(#"{"appearance":{},"width":72}"#)
    }
  }

  @Test func aButtonWithoutASizeIsAsLargeAsItsContent() throws {
    var request = RasterDraw.key(["title": "Pay", "titleFontSize": 17, "titleColor": Self.white])
    (request.width, request.height) = (nil, nil)
    let usual = try pixels(request)
    request.zoom = 4
    let large = try pixels(request)
    #expect(abs(large.width - 2 * usual.width) <= 2 && abs(large.height - 2 * usual.height) <= 2)
    request.rotation = .quarter
    let turned = try pixels(request)
    #expect(turned.width == large.height && turned.height == large.width)
  }

  /// Any text is inside the key, however long; below the smallest font it ends in an ellipsis.
  @Test(arguments: [
    "Pay", "Incomprehensibilities", "Pay everything now and again", "W", "مرحبا بالعالم",
    "東京駅へ行きます。", "🚀🎉🚀🎉🚀🎉", String(repeating: "long ", count: 80), "a b c d e f g h i j k",
  ])
  func aTextShrinksUntilItFits(title: String) throws {
    for (width, height) in [(72, 72), (200, 100), (96, 96)] {
      let picture = try pixels(
        .key(
          [
            "title": .string(UTF8String(title)), "titleFontSize": 17, "titleColor": Self.white,
            "backgroundColor": Self.blue,
          ], width, height))
      let extent = try #require(picture.extent(besides: 0x0000FF))
      #expect(extent.x.lowerBound > 0 && extent.x.upperBound < width - 1, "\(title)")
      #expect(extent.y.lowerBound > 0 && extent.y.upperBound < height - 1, "\(title)")
    }
  }

  @Test func aShortTextKeepsItsSize() throws {
    func height(_ size: Int64) throws -> Int {
      let picture = try pixels(
        .key(["title": "H", "titleFontSize": .int(size), "titleColor": Self.white]))
      return try #require(picture.extent(besides: 0)).y.count
    }
    #expect(try height(34) >= 2 * height(17) - 2)
  }

  @Test func progressFillsAPartOfTheKey() throws {
    let members: KeyValuePairs<UTF8String, StateValue> = [
      "backgroundColor": Self.blue, "progress": 0.25, "progressColor": "#FF0000FF",
    ]
    var request = RasterDraw.key(members)
    var picture = try pixels(request)
    #expect(picture[17, 36] == 0xFF0000 && picture[19, 36] == 0x0000FF)
    request.traits = TraitsRequest()
    request.traits?.layoutDirection = .rightToLeft
    picture = try pixels(request)
    #expect(picture[52, 36] == 0x0000FF && picture[55, 36] == 0xFF0000)
  }

  @Test func aTurnTurnsThePictureClockwise() throws {
    let members: KeyValuePairs<UTF8String, StateValue> = [
      "backgroundColor": Self.blue, "progress": 0.25, "progressColor": "#FF0000FF",
    ]
    let places: [(RasterDraw.Rotation, x: Int, y: Int)] = [
      (.none, 5, 50), (.quarter, 50, 5), (.half, 90, 50), (.threeQuarters, 50, 90),
    ]
    for (rotation, x, y) in places {
      var request = RasterDraw.key(members, 96, 96)
      request.rotation = rotation
      let picture = try pixels(request)
      let red = (0..<96 * 96).count { picture[$0 % 96, $0 / 96] == 0xFF0000 }
      #expect(red == 24 * 96)
      #expect(picture[x, y] == 0xFF0000, "\(rotation)")
    }
  }

  @Test func whatIsTranslucentLiesOnItsBackdrop() throws {
    var request = RasterDraw.key(["backgroundColor": "#0000FFFF", "opacity": 0.5])
    #expect(try [0x00007F, 0x000080].contains(pixels(request)[36, 36]))
    request.backdrop = .rgba(0xFFFF_FFFF)
    #expect(try [0x7F7FFF, 0x8080FF].contains(pixels(request)[36, 36]))
    request.appearance = AppearanceMembers([.init(name: "opacity", value: 0)])
    #expect(try pixels(request)[36, 36] == 0xFFFFFF)
  }

  @Test func aButtonWhoseSourceIsGoneIsDimmedWithARing() throws {
    var request = RasterDraw.key(["backgroundColor": Self.blue])
    request.loss = "what feeds till.total is gone"
    let picture = try pixels(request)
    #expect(picture[36, 60] != 0x0000FF)
    #expect(picture[72 - 7 - 4, 7] == 0xFF9500, "the ring's left side")
  }

  /// Shapes are kept from picture to picture, by what they are and where.
  @Test func aPictureDoesNotDependOnThoseBefore() throws {
    var requests: [RasterDraw] = []
    for (width, height) in [(72, 72), (72, 96), (96, 72)] {
      for rotation in RasterDraw.Rotation.allCases {
        for scale in [1, 0.5] {
          var request = RasterDraw.key(
            [
              "title": "A", "titleFontSize": 17, "titleColor": Self.white,
              "backgroundColor": Self.blue, "progress": 0.25, "progressColor": "#FF0000FF",
              "imageName": "star", "imageColor": Self.white, "scale": .double(scale),
              "opacity": .double(scale),
            ], width, height)
          request.rotation = rotation
          requests.append(request)
        }
      }
    }
    let alone = try requests.map { try Pixels(try RasterStudio().picture($0)) }
    for _ in 0..<2 {
      for (request, first) in zip(requests, alone) {
        #expect(try pixels(request).difference(from: first) < 0.5)
      }
    }
  }

  @Test func eachFormatIsWhatItSays() throws {
    let beginnings: [(RasterDraw.Format, [UInt8])] = [
      (.png, [0x89, 0x50, 0x4E, 0x47]), (.jpeg, [0xFF, 0xD8, 0xFF]),
    ]
    for ((format, beginning), backdrop) in zip(
      beginnings + beginnings, [0, 0, 0xFF, 0xFF] as [UInt32])
    {
      var request = RasterDraw.key(["backgroundColor": Self.blue])
      request.format = format
      request.backdrop = .rgba(backdrop)
      let bytes = try #require(Base64.bytes(Array(try studio.picture(request).data.utf8)))
      #expect(bytes.starts(with: beginning), "\(format)")
    }
  }

  @Test func anyNumbersMakeAPicture() throws {
    let numbers: [Double] = [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0, -0.0, .leastNonzeroMagnitude,
      10_000, -10_000, 1e300, 0.0005, 17,
    ]
    var generator = Seed()
    for _ in 0..<scaled(300, few: 60) {
      func any() -> StateValue { .double(numbers.randomElement(using: &generator) ?? 0) }
      let request = RasterDraw.key(
        [
          "title": "Title and more", "titleFontSize": any(), "subtitle": "More",
          "subtitleFontSize": any(), "imageName": "star", "titlePadding": any(),
          "imagePadding": any(), "imageReservation": any(), "imageSize": any(), "progress": any(),
          "progressColor": Self.white, "cornerRadius": any(), "strokeWidth": any(),
          "strokeOutset": any(), "strokeColor": Self.white, "shadowColor": Self.white,
          "shadowRadius": any(), "shadowX": any(), "shadowY": any(), "insetTop": any(),
          "insetLeading": any(), "insetBottom": any(), "insetTrailing": any(), "opacity": any(),
          "scale": any(), "backgroundInsetTop": any(), "backgroundInsetLeading": any(),
        ])
      #expect(try pixels(request).width == 72)
    }
  }

  @Test func anyTextsMakeAPicture() throws {
    let titles = [
      "</text><script>alert(1)</script>", "]]><![CDATA[", "&amp;&bogus;", "\u{0}\u{1}\u{1B}[31mred",
      "a\u{202E}cba\u{2066}b\u{2069}", String(repeating: "a\u{301}\u{302}\u{303}", count: 1_000),
      String(repeating: "W", count: 30_000), String(repeating: "👩‍👩‍👧‍👦", count: 1_000),
      "a" + String(repeating: "\u{301}", count: 15_000), "", " ", "<b>&<i>", "%s%n", "\u{FFFD}",
    ]
    for title in titles {
      let text = StateValue.string(UTF8String(title))
      let request = RasterDraw.key([
        "title": text, "titleFontSize": 17, "titleColor": Self.white, "subtitle": text,
        "subtitleFontSize": 13, "imageName": text, "material": text, "backgroundImageName": text,
      ])
      #expect(try pixels(request).width == 72, "\(title.prefix(20))")
    }
  }

  @Test func aSheetIsAsLargeAsItSays() throws {
    let sheet = #"""
      {"title":"Pay","columns":["now"],"format":"rgb","zoom":1,"panels":[{"display":"dark+high","rows":[
      {"label":"pay","looks":[{"title":"Pay","titleFontSize":17,"titleColor":"#FFFFFFFF"}]},
      {"label":"none","looks":[null]}]}]}
      """#.replacing("\n", with: "")
    let picture = try Pixels(try studio.picture(RasterRequests.sheet(sheet)))
    #expect(picture[2, 2] == 0xF2F2F7, "the heading")
    #expect(picture[2, picture.height - 2] == 0, "the dark panel")
    #expect(throws: ProtocolError.self) {
      try studio.picture(RasterRequests.sheet(sheet.replacing("dark+high", with: "dusk")))
    }
  }

  @Test func aSheetOfTooManyPixelsIsRefused() throws {
    let row = #"{"label":"","looks":[{"title":"Title","titleFontSize":17}]}"#
    let rows = Array(repeating: row, count: 3_000).joined(separator: ",")
    let sheet =
      #"{"title":"","columns":[""],"zoom":8,"panels":[{"display":"light","rows":[\#(rows)]}]}"#
    #expect {
      try studio.picture(RasterRequests.sheet(sheet))
    } throws: { error in
      (error as? ProtocolError)?.message.contains("choose a smaller zoom") == true
    }
  }
}
