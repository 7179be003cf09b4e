import Testing

@testable import buttonctl

struct BarClicksTests {
  @Test func clicksMayBeCutAnywhere() {
    let text = """
      [
      {"name":"buttond","instance":"a","button":1},
      ,{"name":"buttond","instance":"b","button":1,"modifiers":["Shift"]}
      {"name":"buttond","instance":"c","button":2}
      , {"instance":"d","button":1}
      no JSON

      ,{"name":"buttond","instance":"é","button":1}\r

      """
    var whole = BarClicks()
    #expect(whole.ids(in: text.utf8) == ["a", "b", "é"])
    var cut = BarClicks()
    #expect(text.utf8.flatMap { cut.ids(in: [$0]) } == ["a", "b", "é"])
  }

  @Test func aLineWithoutEndIsNotKept() {
    var clicks = BarClicks()
    #expect(clicks.ids(in: [UInt8](repeating: 0x20, count: 1 << 20)).isEmpty)
    let click = #"{"name":"buttond","instance":"a","button":1}"# + "\n"
    #expect(clicks.ids(in: click.utf8).isEmpty, "it is the end of that line")
    #expect(clicks.ids(in: click.utf8) == ["a"])
  }

  @Test func markupIsEscapedForPango() {
    #expect("<b>&'\"é".markup == "&lt;b&gt;&amp;&apos;&quot;é")
  }
}
