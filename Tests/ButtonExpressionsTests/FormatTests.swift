import ButtonExpressions
import ButtonModel
import Glibc
import TestSupport
import Testing

/// Fixed numbers of digits, against the C library's.
@Suite struct FormatTests {
  private func printed(_ number: Double, _ places: Int) -> String {
    var text = [CChar](repeating: 0, count: 512)
    _ = withVaList([Int32(places), number]) { vsnprintf(&text, text.count, "%.*f", $0) }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test(arguments: [
    ("en", "1,234,567.50"), ("de", "1.234.567,50"), ("de-CH", "1'234'567.50"),
    ("fr", "1\u{202F}234\u{202F}567,50"),
    ("fr-CH", "1'234'567,50"), ("sv", "1\u{A0}234\u{A0}567,50"), ("hi", "12,34,567.50"),
    ("en-IN", "12,34,567.50"),
    ("pt-BR", "1.234.567,50"), ("pt-PT", "1\u{A0}234\u{A0}567,50"), ("es-MX", "1,234,567.50"),
    ("es-AR", "1.234.567,50"),
    ("zh-Hant-TW", "1,234,567.50"), ("sr-Latn-RS", "1.234.567,50"), ("de-1996", "1.234.567,50"),
    ("tlh", "1,234,567.50"),
  ])
  func numbersFollowTheLanguage(_ language: String, _ text: String) throws {
    #expect(try localized("%'.2f", .double(1234567.5), language) == text)
    #expect(try localized("%'.2f", .double(-1234567.5), language) == "-" + text)
    #expect(try localized("%'d", .int(1_234_567), language) + text.suffix(3) == text)
  }

  @Test(arguments: [
    ("%'d", StateValue.int(0), "0"), ("%'d", .int(999), "999"), ("%'d", .int(1000), "1.000"),
    ("%'d", .int(-999), "-999"), ("%'d", .int(.min), "-9.223.372.036.854.775.808"),
    ("%'d", .double(2.5), "2,5"),
    ("%'d", .double(1.5e21), "1,5e21"), ("%'.0f", .double(1234.5), "1.234"),
    ("%'f", .int(1000), "1.000,000000"),
    ("%'9.1f", .double(1234.5), "  1.234,5"), ("%-'9.1f", .double(1234.5), "1.234,5  "),
    ("%0'9.1f", .double(1234.5), "001.234,5"), ("%+'d", .int(1234), "+1.234"),
    ("%'+d", .int(-1234), "-1.234"),
    ("%.2f", .double(1234.5), "1234.50"),
  ])
  func aFormatInGerman(_ format: String, _ value: StateValue, _ text: String) throws {
    #expect(try localized(format, value, "de") == text)
  }

  @Test(arguments: ["%'s", "%'x", "%'e", "%'b", "%'"])
  func onlyNumbersAsPeopleWriteThemFollowTheLanguage(_ format: String) {
    #expect(outcome("{x:\(format)}", isTemplate: true).code == .syntax)
    #expect(outcome("format(\"\(format)\", [1])").code == .badArgument)
  }

  /// A value in a template and, the same, in a call of `format`.
  private func localized(
    _ format: String, _ value: StateValue, _ language: String
  ) throws -> String {
    let trials = [
      try Trial(template: "{x:\(format)}"), try Trial("format(\"\(format)\", [x])"),
      try Trial("\"\(format)\".format([x].map(y, y))"),
    ]
    let texts = try trials.map { trial in
      var trial = trial
      trial.state["x"] = value
      trial.language = try #require(LanguageTag(language))
      return "\(trial.outcome())"
    }
    #expect(Set(texts).count == 1, "\(texts)")
    return try #require(try JSONTree(parsing: texts[0]).string)
  }

  private func formatted(_ number: Double, _ places: Int) throws -> Outcome {
    var trial = try Trial(template: "{x:%.\(places)f}")
    trial.state["x"] = .double(number)
    return trial.outcome()
  }

  @Test(arguments: [
    0.0, -0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 1.005, 0.05, 0.95, 9.995, 99.5, 0.1, -0.001, 1e15,
    9.2e18, 9.3e18, 1e22, 1e300, .leastNonzeroMagnitude, 2.2250738585072014e-308, -123456.789,
    4503599627370497.5,
  ])
  func placesAreRoundedAsTheCLibraryDoes(_ number: Double) throws {
    for places in [0, 1, 2, 3, 6, 14, 15, 16, 100] {
      #expect(
        try formatted(number, places) == .value(.string(UTF8String(printed(number, places)))))
    }
  }

  @Test func randomNumbersAreRoundedAsTheCLibraryDoes() throws {
    var seed = Seed()
    for _ in 0..<scaled(2_000) {
      let bits = UInt64.random(in: 0 ... .max, using: &seed)
      let everyday = Double(Int64.random(in: -9_999_999...9_999_999, using: &seed)) / 1_000
      for number in [Double(bitPattern: bits), everyday] where number.isFinite {
        let places = Int.random(in: 0...17, using: &seed)
        #expect(
          try formatted(number, places) == .value(.string(UTF8String(printed(number, places)))))
      }
    }
  }
}
