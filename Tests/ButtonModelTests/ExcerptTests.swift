import ButtonModel
import Testing

@Suite struct ExcerptTests {
  @Test func aShortTextIsRepeatedWhole() {
    let text = String(repeating: "a", count: 64)
    #expect(Excerpt(text).description == text)
    #expect(Excerpt(Array(text.utf8)).description == text)
    #expect(Excerpt("").description == "")
  }

  @Test(arguments: ["a", "ä", "€", "🛒", "e\u{301}"])
  func ofALongTextTheBeginningIsRepeatedInWholeCharacters(_ character: String) {
    for lead in 0..<4 {
      let text = String(repeating: "x", count: lead) + String(repeating: character, count: 200)
      for excerpt in [Excerpt(text), Excerpt(Array(text.utf8))] {
        let words = excerpt.description
        #expect(words.hasSuffix("…"))
        let kept = words.utf8.dropLast(3)
        #expect(kept.count > 60 && kept.count <= 64)
        #expect(text.utf8.starts(with: kept))
        #expect(!words.unicodeScalars.contains("\u{FFFD}"))
      }
    }
  }

  @Test func whatMovesACursorIsReplaced() {
    #expect(Excerpt("a\nb\u{1B}[2J\u{7F}").description == "a\u{FFFD}b\u{FFFD}[2J\u{FFFD}")
    #expect(Excerpt("ä €").description == "ä €")
  }

  @Test func theLimitMayBeAnother() {
    #expect(Excerpt("abcdef", atMost: 3).description == "abc…")
    #expect(Excerpt("abc", atMost: 3).description == "abc")
  }
}
