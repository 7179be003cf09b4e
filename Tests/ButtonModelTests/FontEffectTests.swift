import ButtonModel
import Testing

@Suite struct FontEffectTests {
  private static func effect(_ change: (inout FontEffect) -> Void) -> FontEffect {
    var effect = FontEffect()
    change(&effect)
    return effect
  }

  @Test(
    arguments: [
      ("italic", effect { $0.italic = true }),
      ("monospacedDigits", effect { $0.monospacedDigits = true }),
      ("size(20)", effect { $0.size = 20 }),
      ("size(1)", effect { $0.size = 1 }),
      ("size(1000)", effect { $0.size = 1_000 }),
      ("scale(0.1)", effect { $0.scale = 0.1 }),
      ("scale(10)", effect { $0.scale = 10 }),
      ("textStyle(caption2)", effect { $0.textStyle = .caption2 }),
      ("weight(ultraLight)", effect { $0.weight = .ultraLight }),
      ("design(default)", effect { $0.design = .default }),
      ("design(monospaced)", effect { $0.design = .monospaced }),
      ("weight(bold) weight(thin)", effect { $0.weight = .thin }),
      (
        " weight(bold)  scale(1.25) italic ",
        effect {
          $0.weight = .bold
          $0.scale = 1.25
          $0.italic = true
        }
      ),
    ] as [(UTF8String, FontEffect)])
  func aTextMeansAnEffect(_ text: UTF8String, _ effect: FontEffect) throws {
    #expect(try FontEffect(text) == effect)
    #expect(text.bytes.withUnsafeBytes { FontEffect.isValid($0) })
    #expect(throws: Never.self) { try Property.titleFontTransformer.check(.text(text)) }
  }

  @Test(
    arguments: [
      ("", .unknownName), (" ", .unknownName), ("bold", .unknownName), ("italic()", .unknownName),
      ("Italic", .unknownName), ("size", .unknownName), ("size()", .unknownName),
      ("size(20", .unknownName), ("size(20pt)", .unknownName), ("size 20", .unknownName),
      ("weight(strong)", .unknownName), ("design(slab)", .unknownName),
      ("textStyle(Title)", .unknownName), ("italic;size(20)", .unknownName),
      ("size(0.5)", .outOfRange), ("size(1000.5)", .outOfRange), ("size(nan)", .outOfRange),
      ("size(inf)", .outOfRange), ("size(-20)", .outOfRange), ("scale(0)", .outOfRange),
      ("scale(10.01)", .outOfRange), ("italic scale(-1)", .outOfRange),
    ] as [(UTF8String, FontEffect.TextError)])
  func anotherTextMeansNone(_ text: UTF8String, _ error: FontEffect.TextError) {
    #expect(throws: error) { try FontEffect(text) }
    #expect(!text.bytes.withUnsafeBytes { FontEffect.isValid($0) })
    #expect(throws: PropertyError.self) { try Property.titleFontTransformer.value(text: text) }
  }

  @Test func aTextThatIsTooLongIsNotRead() {
    let text = String(repeating: "italic ", count: 36)
    #expect(throws: Never.self) { try FontEffect(UTF8String(text)) }
    let longer = UTF8String(text + " italic")
    #expect(throws: FontEffect.TextError.unknownName) { try FontEffect(longer) }
  }

  @Test func ofATextStyleAndASizeTheLaterIsKept() {
    var configuration = ButtonConfiguration()
    configuration.titleFontSize = 20
    configuration.titleTextStyle = .title
    #expect(configuration.titleFontSize == nil)
    configuration.titleFontSize = 21
    #expect(configuration.titleTextStyle == nil)
    configuration.titleTextStyle = nil
    #expect(configuration.titleFontSize == 21)
  }
}
