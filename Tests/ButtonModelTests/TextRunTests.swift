import Testing

@testable import ButtonModel

@Suite struct TextRunTests {
  private func runs(_ json: String) throws(TextRunError) -> [TextRun] {
    try TextRun.runs(UTF8String(json))
  }

  @Test func everyMemberOfARunIsRead() throws {
    let read = try runs(
      #"""
       [ {"text":"Only "}, {"text":"3","color":"systemRed","fontWeight":"bold","italic":true,
       "underline":true, "strikethrough":true, "link":"HTTPS://example.com/a?b=c#d"} , {"text":"",
       "color":{"light":"#F00","dark":"systemBlue"}, "link":null, "italic":null, "fontWeight": null}]
      """#)
    let dynamic = try #require(
      DynamicColor(light: .rgba(0xFF00_00FF), dark: .named(.systemBlue)))
    #expect(
      read == [
        TextRun(text: "Only "),
        TextRun(
          text: "3", color: .named(.systemRed), fontWeight: .bold, italic: true, underline: true,
          strikethrough: true, link: "HTTPS://example.com/a?b=c#d"),
        TextRun(text: "", color: .dynamic(dynamic)),
      ])
    #expect(TextRun.joined(read) == "Only 3")
    #expect(try runs("[]") == [])
  }

  @Test func escapesOfJSONAreRead() throws {
    let read = try runs(#"[{"text":"\"\\\/\b\f\n\r\t\u20AC\ud83d\ude00"}]"#)
    #expect(read[0].text == "\"\\/\u{8}\u{C}\n\r\t€😀")
  }

  @Test func writtenRunsAreReadAgain() throws {
    let dynamic = try #require(
      DynamicColor(
        light: .named(.white), dark: .rgba(0x0102_0304), highContrastLight: nil,
        highContrastDark: .named(.black)))
    let written = [
      TextRun(text: "a\"\\\n\u{1}é", color: .rgba(0x0A0B_0C0D), fontWeight: .ultraLight),
      TextRun(text: "", color: .dynamic(dynamic), italic: true, underline: true),
      TextRun(text: "c", strikethrough: true, link: "mailto:a@example.com"),
    ]
    #expect(try TextRun.runs(TextRun.json(written)) == written)
    #expect(TextRun.json([TextRun(text: "a")]) == #"[{"text":"a"}]"#)
  }

  /// JSON, where it is wrong, and part of what the message says.
  private static let refused: [(json: String, path: String, says: String)] = [
    ("", "", "must be an array"), ("{}", "", "must be an array"),
    (#""a""#, "", "must be an array"), ("[", "[0]", "must be an object"),
    ("[1]", "[0]", "must be an object"), (#"[{"text":"a"}"#, "", "no ]"),
    (#"[{"text":"a"}]]"#, "", "more follows"), (#"[{"text":"a"},]"#, "[1]", "must be an object"),
    (#"[{"text":"a"},{}]"#, "[1].text", "text is missing"),
    (#"[{"text":1}]"#, "[0].text", "must be a text"),
    (#"[{"text":{"template":"{a}"}}]"#, "[0].text", "bind titleRuns"),
    (##"[{"text":"a","colour":"#F00"}]"##, "[0].colour", "did you mean 'color'?"),
    (##"[{"text":"a","foregroundColor":"#F00"}]"##, "[0].foregroundColor", "did you mean 'color'?"),
    (#"[{"text":"a","color":"systemBleu"}]"#, "[0].color", "did you mean 'systemBlue'?"),
    (##"[{"text":"a","color":"#12"}]"##, "[0].color", "write #RGB"),
    (##"[{"text":"a","color":{"dark":"#000"}}]"##, "[0].color.light", "light is missing"),
    (#"[{"text":"a","color":{"light":"tint"}}]"#, "[0].color", "do not depend"),
    (##"[{"text":"a","color":{"light":"#000","drak":"#000"}}]"##, "[0].color.drak", "'dark'"),
    (#"[{"text":"a","fontWeight":"fat"}]"#, "[0].fontWeight", "'fat' is not one of ultraLight"),
    (#"[{"text":"a","underline":1}]"#, "[0].underline", "must be true or false"),
    (#"[{"text":"a","link":"javascript:alert(1)"}]"#, "[0].link", "must begin with https://"),
    (#"[{"text":"a" "link":""}]"#, "[0]", "no }"), (#"[{"text" "a"}]"#, "[0]", "no :"),
    (#"[{"text":"a]"#, "[0].text", "has no end"),
    (#"[{"text":"\x"}]"#, "[0].text", "an escape is wrong"),
    (#"[{"text":"\ud800"}]"#, "[0].text", "half a character"),
    (#"[{"text":"\ud800\u0041"}]"#, "[0].text", "half a character"),
    ("[{\"text\":\"\u{1}\"}]", "[0].text", "control character"),
    (#"[{"text":"\u12"#, "[0].text", "escape is wrong"),
  ]

  @Test func wrongRunsAreRefusedWithWhatAndWhere() {
    for (json, path, says) in TextRunTests.refused {
      do throws(TextRunError) {
        _ = try runs(json)
        Issue.record("\(json) is read")
      } catch {
        #expect(error.path == path, "\(json)")
        #expect(error.message.contains(says), "\(json): \(error.message)")
      }
    }
  }

  @Test func runsAndTextsAreBounded() throws {
    func many(_ count: Int, _ text: String = "a") -> UTF8String {
      TextRun.json(Array(repeating: TextRun(text: UTF8String(text)), count: count))
    }
    #expect(try TextRun.runs(many(32)).count == 32)
    #expect(throws: TextRunError(path: "", message: "has more than 32 runs; join some of them")) {
      try TextRun.runs(many(33))
    }
    let long = String(repeating: "a", count: 2_048)
    #expect(try TextRun.runs(many(2, long)).count == 2)
    #expect(throws: TextRunError.self) { try TextRun.runs(many(3, long)) }
  }

  @Test func onlyLinksThatRunNothingAreSafe() {
    for link in [
      "https://a", "http://example.com/%C3%A9?x=1#y", "mailto:a@b", "MailTo:a@b", "HTTP://A",
    ] {
      #expect(TextRun.isSafe(link: Array(link.utf8)), "\(link)")
    }
    for link in [
      "", "https:", "https://", "mailto:", "javascript:alert(1)", "java\tscript:a", " https://a",
      "data:text/html,a", "file:///etc", "//a", "https//a", "https://a b", "https://é",
      "https://a\"onclick=", "https://<b>", "vbscript:x", "https:\\\\a", "\u{1}https://a",
      "https://a" + String(repeating: "a", count: 2_048),
    ] {
      #expect(!TextRun.isSafe(link: Array(link.utf8)), "\(link)")
    }
  }

  @Test func aTitleHasOneForm() {
    let runs = [TextRun(text: "a"), TextRun(text: "b", underline: true)]
    var configuration = ButtonConfiguration()
    configuration.attributedTitle = AttributedText(text: "rich")
    configuration.titleRuns = runs
    #expect(configuration.properties.entries.map(\.property) == [.titleRuns])
    #expect(configuration.title == "ab")
    #expect(configuration.attributedTitle == AttributedText(text: "ab"))
    configuration.title = "plain"
    #expect(configuration.titleRuns == nil)
    configuration.titleRuns = runs
    configuration.attributedTitle = AttributedText(text: "rich")
    #expect(configuration.properties.entries.map(\.property) == [.attributedTitle])
    configuration.titleRuns = Array(repeating: TextRun(text: "a"), count: 33)
    #expect(configuration.title == "rich")
    configuration.titleRuns = nil
    #expect(configuration.title == nil)
  }

  @Test func aLayerAboveDropsTheOtherForms() {
    let plain = PropertyList([.init(property: .title, value: .text("plain"))])
    let rich = PropertyList([
      .init(property: .attributedTitle, value: .attributedText(AttributedText(text: "rich")))
    ])
    let runs = PropertyList([.init(property: .titleRuns, value: .text(#"[{"text":"r"}]"#))])
    for (below, above) in [(plain, runs), (rich, runs), (runs, plain), (runs, rich)] {
      var list = below
      list.overlay(above)
      #expect(list == above)
    }
  }

  @Test func stateGivesRunsAsAnArrayOnly() throws {
    #expect(
      try Property.titleRuns.value(of: .json(#"[{"text":"a"}]"#)) == .text(#"[{"text":"a"}]"#))
    #expect(throws: PropertyError.outOfRange(.titleRuns)) {
      try Property.titleRuns.value(of: .json(#"{"text":"a"}"#))
    }
    #expect(throws: PropertyError.wrongKind(.titleRuns)) {
      try Property.titleRuns.value(of: .string(#"[{"text":"a"}]"#))
    }
    #expect(throws: PropertyError.wrongKind(.title)) {
      try Property.title.value(of: .json("[]"))
    }
  }
}
