import ButtonModel
import TestSupport
import Testing

@Suite struct NameListTests {
  @Test func aListHasEveryTextOnceInOrder() {
    var seed = Seed()
    for _ in 0..<scaled(200) {
      let texts = (0..<Int.random(in: 0..<40, using: &seed)).map { _ in text(&seed) }
      let list = NameList(texts)
      let model = Set(texts).sorted()
      #expect(Array(list) == model)
      #expect(list == NameList(texts.shuffled(using: &seed)))
      for probe in texts + [text(&seed), text(&seed)] {
        let isThere = probe.bytes.withUnsafeBytes { list.contains($0) }
        #expect(isThere == model.contains(probe))
      }
    }
  }

  @Test func aLongListTakesLittleMoreThanItsTexts() {
    let list = NameList((0..<10_000).map { UTF8String("shop.button.\($0)") })
    let bytes = list.reduce(0) { $0 + $1.bytes.count }
    #expect(list.keptBytes >= bytes)
    #expect(list.keptBytes <= bytes + 4 * list.count + 200)
  }

  /// Short, so that texts repeat and begin with one another.
  private func text(_ seed: inout Seed) -> UTF8String {
    UTF8String(
      bytes: (0..<Int.random(in: 0..<4, using: &seed)).map { _ in
        UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "c"), using: &seed)
      })
  }
}
