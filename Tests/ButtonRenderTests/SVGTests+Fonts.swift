import ButtonModel
import TestSupport
import Testing

@testable import ButtonRender

/// Fonts of texts, and images.
extension SVGTests {
  @Test(arguments: [(0, 3), (1, 1), (2, 2), (5, 5), (Double.nan, 3), (.infinity, 7)])
  func aTitleHasAtMostAsManyLinesAsItsLookSays(_ limit: Double, _ count: Int) {
    var look = SVGTests.look("Seven" + String(repeating: " wonderfully", count: 6))
    look.titleFontSize = 30
    look.titleLineLimit = limit
    let title = ButtonLayout(look).title
    #expect(title.count == count)
    #expect(title.last?.text.hasSuffix("…") == (count < 7))
  }

  @Test func aTextIsDrawnInItsFont() throws {
    let table: [((inout Appearance) -> Void, String)] = [
      ({ $0.titleFontDesign = .serif }, "font-family=\"ui-serif,"),
      ({ $0.titleFontDesign = .rounded }, "font-family=\"ui-rounded,"),
      ({ $0.titleFontDesign = .monospaced }, "font-family=\"ui-monospace,"),
      ({ $0.titleItalic = true }, "font-style=\"italic\""),
      ({ $0.titleMonospacedDigits = true }, "style=\"font-variant-numeric: tabular-nums\""),
    ]
    for (change, part) in table {
      var look = Self.look("Title")
      #expect(!ButtonDrawing(look).document().contains(part))
      change(&look)
      let document = ButtonDrawing(look).document()
      #expect(document.contains(part))
      try expectHarmless(document)
      // The same of a subtitle.
      var other = Self.look("")
      other.subtitle = "Subtitle"
      other.subtitleFontSize = 13
      other.subtitleFontDesign = look.titleFontDesign
      other.subtitleItalic = look.titleItalic
      other.subtitleMonospacedDigits = look.titleMonospacedDigits
      #expect(ButtonDrawing(other).document().contains(part))
    }
  }

  @Test func monospacedTextsAreAsWideAsTheirCharacters() {
    let font = TextFont(size: 10, design: .monospaced)
    #expect(UsualFont().width("iiii", font) == UsualFont().width("WWWW", font))
    #expect(abs(UsualFont().width("12345", font) - 30.1) < 0.001)
    #expect(UsualFont().width("日本", font) == UsualFont().width("abcd", font))
    var look = Self.look("iiiiiiiiii")
    let usual = ButtonLayout(look).width
    look.titleFontDesign = .monospaced
    #expect(ButtonLayout(look).width > usual + 20)
  }

  @Test func anImageIsAsLargeAsItsLookSays() throws {
    var look = Self.look("Title")
    look.titleFontSize = 20
    look.imageName = "star"
    #expect(try #require(ButtonLayout(look).image).width == 24)
    let usual = ButtonLayout(look)
    look.imageSize = 60
    let large = ButtonLayout(look)
    #expect(try #require(large.image).width == 60)
    #expect(try #require(large.image).height == 60)
    #expect(abs(large.width - usual.width - 36) < 0.001)
    #expect(large.height > usual.height)
    look.imageName = nil
    look.showsActivityIndicator = true
    #expect(try #require(ButtonLayout(look).image).width == 60)
  }

  @Test func anImagesWeightIsTheWidthOfItsLines() {
    var look = Self.look("")
    look.imageName = "star"
    var widths: [String] = []
    for weight in FontWeight.allCases {
      look.imageWeight = weight
      let parts = ButtonDrawing(look).document().split(separator: "stroke-width=\"")
      widths.append(String(parts[1].prefix { $0 != "\"" }))
    }
    #expect(widths == ["0.8", "1.1", "1.5", "2", "2.3", "2.6", "3", "3.4", "3.8"])
  }

  @Test(arguments: [
    ("star.fill", "#FFCC00", 0x0102_03FF), ("heart", "#FF2D55", 0x0102_03FF),
    ("cart", "#010203", 0x0102_03FF),
  ])
  func anOriginalImageHasItsOwnColors(name: String, color: String, foreground: UInt32) {
    var look = Self.look("")
    look.imageName = UTF8String(name)
    look.imageColor = foreground
    #expect(ButtonDrawing(look).document().contains("\"#010203\""))
    look.imageRenderingMode = .original
    #expect(ButtonDrawing(look).document().contains("\"\(color)\""))
    look.imageColor = foreground & 0xFFFF_FF80
    #expect(ButtonDrawing(look).document().contains("-opacity=\"0.502\""))
  }

  @Test func everyOwnColorBelongsToAnIcon() {
    for name in Icon.colors.keys {
      #expect(Icon.names.contains { $0.split(separator: ".")[0] == name }, "\(name)")
    }
  }
}
