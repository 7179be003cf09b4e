import ButtonModel
import Testing

@Suite struct LanguageTagTests {
  @Test(
    arguments: [
      ("en", "en"), ("DE", "de"), ("de-ch", "de-CH"), ("DE_CH", "de-CH"),
      ("zh-hant-tw", "zh-Hant-TW"),
      ("ZH_HANT", "zh-Hant"), ("sl-rozaj-1994", "sl-rozaj-1994"), ("es-419", "es-419"),
      ("en-US-x-twain", "en-US-x-twain"), ("en-x-US-Latn", "en-x-us-latn"),
      ("de-u-co-phonebk", "de-u-co-phonebk"), ("i-klingon", nil),
      ("de-12345678-12345678-12345678-1234567", nil),
      ("", nil), ("e", nil), ("123", nil), ("de-", nil), ("-de", nil), ("de--CH", nil),
      ("de CH", nil),
      ("de-ümlaut", nil), ("de-abcdefghi", nil), ("abcdefghi", nil), ("de_DE.UTF-8", nil),
      ("de-12345678-12345678-12345678-12345", "de-12345678-12345678-12345678-12345"),
      ("de-12345678-12345678-12345678-123456", nil),
    ] as [(String, String?)])
  func aTagHasOneSpelling(_ text: String, _ spelt: String?) {
    #expect(LanguageTag(text)?.text == spelt)
  }

  @Test func whatIsSpeltInTwoWaysIsOne() {
    #expect(LanguageTag("en") == .english)
    #expect(LanguageTag("de_ch") == LanguageTag("de-CH"))
    #expect(LanguageTag("de") != LanguageTag("de-CH"))
  }

  @Test func boldTextRaisesEveryWeightButTheHeaviest() {
    let raised: [FontWeight] = [
      .light, .regular, .medium, .semibold, .bold, .bold, .heavy, .black, .black,
    ]
    #expect(FontWeight.allCases.map(\.raised) == raised)
  }
}
