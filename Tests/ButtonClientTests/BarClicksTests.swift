import Testing

@testable import buttonctl

struct BarClicksTests {
  @Test func clicksMayBeCutAnywhere() {
    let text = """
      [
      {"name":"buttond","instance":"a","button":1},
      ,{"name":"buttond","instance":"b","button":1,"modifiers":["Shift"]}
      {"name":"buttond","instance":"c","button":2}
      {"name":"buttond","instance":"c","button":9}
      {"name":"buttond","instance":"c","button":4}
      , {"instance":"d","button":1}
      no JSON

      ,{"name":"buttond","instance":"é","button":1}\r

      """
    let expected: [BarClicks.Click] = [
      .init(id: "a", item: nil), .init(id: "b", item: nil), .init(id: "c", item: "middle"),
      .init(id: "c", item: "up"), .init(id: "é", item: nil),
    ]
    var whole = BarClicks()
    #expect(whole.clicks(in: text.utf8) == expected)
    var cut = BarClicks()
    #expect(text.utf8.flatMap { cut.clicks(in: [$0]) } == expected)
  }

  @Test func aLineWithoutEndIsNotKept() {
    var clicks = BarClicks()
    #expect(clicks.clicks(in: [UInt8](repeating: 0x20, count: 1 << 20)).isEmpty)
    let click = #"{"name":"buttond","instance":"a","button":1}"# + "\n"
    #expect(clicks.clicks(in: click.utf8).isEmpty, "it is the end of that line")
    #expect(clicks.clicks(in: click.utf8) == [.init(id: "a", item: nil)])
  }

  @Test func markupIsEscapedForPango() {
    #expect("<b>&'\"é".markup == "&lt;b&gt;&amp;&apos;&quot;é")
  }
}
