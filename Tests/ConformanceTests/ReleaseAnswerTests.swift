import TestSupport
import Testing

/// A4, of an action that a program carries out: the change that it names the press with is a part of the release.
@Suite(.serialized, .blocking, .liveDaemon) struct ReleaseAnswerTests {
  /// A display, a program that hears of actions, and a button whose title is the key `word`.
  private struct Stage {
    let display: ShownButtons
    let program: TestClient
    let finger: TestClient

    init(style: String) throws {
      try LiveDaemon.clear()
      finger = try LiveDaemon.connect()
      program = try LiveDaemon.connect()
      try program.call("state.set", #"{"values":{"word":"a"}}"#)
      try program.call(
        "buttons.define",
        #"{"buttons":[{"id":"b","style":"\#(style)","configuration":{"title":{"template":"{word}"}},"#
          + #""action":{"name":"go"}},{"id":"other","style":"press/default","#
          + #""configuration":{"title":{"template":"{word}"}}}],"wait":"published"}"#)
      display = try ShownButtons(LiveDaemon.connect(), traits: .object([]))
      try program.call("actions.subscribe")
      _ = try program.notificationsSoFar()
    }

    /// Presses the button and shows what that makes of it; the number of the press.
    func press() throws -> Int {
      try finger.call("press.began", #"{"id":"b"}"#)
      try finger.call("press.ended", #"{"id":"b","wait":"published"}"#)
      try display.refresh()
      _ = display.takeNews(of: "b")
      let action = try #require(try program.notificationsSoFar().last?["params"])
      return try #require(action["press"]?.int)
    }

    /// Sets the word; how the button changes, and the other one.
    func say(_ word: String, press: Int?) throws -> (b: [JSONTree], other: [JSONTree]) {
      let named = press.map { #","press":\#($0)"# } ?? ""
      try program.call(
        "state.set", #"{"values":{"word":"\#(word)"},"wait":"published"\#(named)}"#)
      try display.refresh()
      return (display.takeNews(of: "b"), display.takeNews(of: "other"))
    }
  }

  private static let release =
    #"{"animation":{"curve":"spring","response":0.55,"dampingFraction":1,"blendDuration":0}}"#

  @Test func aChangeThatNamesThePressHasTheTransactionOfItsRelease() throws {
    let stage = try Stage(style: "press/default")
    let press = try stage.press()
    let (news, others) = try stage.say("done", press: press)
    #expect(news.count == 1 && news.first?["appearance"]?["title"] == .string("done"))
    #expect(news.first?["transaction"]?.text == Self.release)
    // A5: other buttons have none; and a later change without the press has none either.
    #expect(others.count == 1 && others.first?["transaction"] == nil)
    let later = try stage.say("later", press: nil)
    #expect(later.b.count == 1 && later.b.first?["transaction"] == nil)
  }

  @Test func aChangeThatNamesNoPressHasNone() throws {
    let stage = try Stage(style: "press/default")
    _ = try stage.press()
    let news = try stage.say("done", press: nil).b
    #expect(news.count == 1 && news.first?["transaction"] == nil)
  }

  @Test(arguments: [0, 1_000_000, Int.max]) func anUnknownPressIsNoError(press: Int) throws {
    let stage = try Stage(style: "press/default")
    _ = try stage.press()
    let news = try stage.say("done", press: press).b
    #expect(news.count == 1 && news.first?["transaction"] == nil)
  }

  @Test func aPressThatAPluginDecidesHasANumberToo() throws {
    let stage = try Stage(style: "press/primitive-scale")
    let press = try stage.press()
    #expect(press > 0)
    #expect(try stage.say("done", press: press).b.count == 1)
  }

  @Test func aTriggerIsNoPress() throws {
    let stage = try Stage(style: "press/default")
    try stage.finger.call("buttons.trigger", #"{"id":"b","wait":"published"}"#)
    let action = try #require(try stage.program.notificationsSoFar().last?["params"])
    #expect(action["id"] == .string("b") && action["press"] == nil)
  }
}
