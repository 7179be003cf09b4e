package import ButtonModel

/// How a language separates groups of digits and the fraction.
package struct NumberSymbols: Equatable, Sendable {
  let group: String
  let decimal: String
  /// Except the last group, which has three digits.
  let groupSize: Int

  /// Takes the region's symbols if they differ; English ones for unlisted languages.
  package init(_ language: LanguageTag) {
    let parts = language.text.split(separator: "-").map(String.init)
    // A region has two letters or three digits, a script four letters.
    let region = parts.dropFirst().first { $0.utf8.count < 4 }
    let names = [region.map { "\(parts[0])-\($0)" }, parts[0]].compactMap(\.self)
    for name in names {
      if let row = NumberSymbols.rows.first(where: { $0.languages.contains(name) }) {
        self = row.symbols
        return
      }
    }
    self = .english
  }

  private init(group: String, decimal: String, groupSize: Int = 3) {
    self.group = group
    self.decimal = decimal
    self.groupSize = groupSize
  }

  /// 1,234,567.5
  package static let english = NumberSymbols(group: ",", decimal: ".")

  /// Languages that differ from English, and regions that differ from their language. From
  /// Unicode's CLDR 49, for Latin digits.
  private static let rows: [(symbols: NumberSymbols, languages: Set<String>)] = [
    // 1.234.567,5
    (
      NumberSymbols(group: ".", decimal: ","),
      [
        "ast", "az", "bs", "ca", "da", "de", "dsb", "el", "es", "eu", "fo", "fy", "hr", "hsb", "ia",
        "id", "is", "it", "jv", "kl", "ku", "lb", "ln", "lo", "mk", "nl", "pt", "ro", "rw", "sc",
        "sl", "sr", "su", "tr", "vi", "wo", "ar-DZ", "ar-LB", "ar-LY", "ar-MA", "ar-MR", "ar-TN",
        "en-AT", "en-BE", "en-DE", "en-DK", "en-ES", "en-ID", "en-IT", "en-NL", "en-PL", "en-RO",
        "en-SI", "fr-LU", "ms-BN", "ms-ID", "qu-BO", "sw-CD",
      ]
    ),
    // 1 234 567,5
    (
      NumberSymbols(group: "\u{A0}", decimal: ","),
      [
        "af", "be", "bg", "br", "cs", "cv", "et", "ff", "fi", "gl", "ht", "hu", "hy", "ka", "kk",
        "ky", "lt", "lv", "nb", "nn", "no", "pl", "ru", "se", "sk", "sq", "sv", "tg", "tk", "tt",
        "uk", "uz", "zgh", "en-CZ", "en-EE", "en-FI", "en-HU", "en-LT", "en-LV", "en-NO", "en-PT",
        "en-SE", "en-SK", "en-UA", "en-ZA", "es-CR", "fr-CA", "pt-AO", "pt-CH", "pt-CV", "pt-GQ",
        "pt-GW", "pt-LU", "pt-MO", "pt-MZ", "pt-PT", "pt-ST", "pt-TL",
      ]
    ),
    // The same with narrow spaces.
    (
      NumberSymbols(group: "\u{202F}", decimal: ","),
      ["eo", "fr", "rm", "en-FR", "en-GE"]
    ),
    // 1'234'567.5
    (
      NumberSymbols(group: "'", decimal: "."),
      ["gsw", "de-CH", "de-LI", "en-CH", "it-CH"]
    ),
    // 1'234'567,5
    (NumberSymbols(group: "'", decimal: ","), ["fr-CH"]),
    // 12,34,567.5
    (
      NumberSymbols(group: ",", decimal: ".", groupSize: 2),
      [
        "as", "bn", "brx", "dz", "gu", "hi", "kok", "ml", "mr", "ne", "or", "pa", "sa", "ta", "te",
        "en-IN",
      ]
    ),
    (
      .english,
      [
        "es-419", "es-BR", "es-BZ", "es-CU", "es-DO", "es-GT", "es-HN", "es-MX", "es-NI", "es-PA",
        "es-PE",
        "es-PR", "es-SV", "es-US", "fr-RW", "ta-MY", "ta-SG",
      ]
    ),
  ]
}
