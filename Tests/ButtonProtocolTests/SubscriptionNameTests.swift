import ButtonModel
import Testing

@testable import ButtonProtocol

@Suite struct SubscriptionNameTests {
  @Test func equalSubscriptionsHaveOneName() throws {
    let one = try spec(##"{"match":["b","a"],"traits":{"tint":"#07F"}}"##)
    let other = try spec(
      ##"{"match":["a","b","a"],"traits":{"tint":"#0077ffFF","contrast":"normal"},"form":"full"}"##)
    #expect(one == other)
    #expect(one.name == other.name)
    #expect(one.name.hasPrefix("buttons-"))
  }

  @Test func whereAResumeBeginsIsNoPartOfTheName() throws {
    let one = try spec(#"{"match":"a"}"#)
    let other = try spec(#"{"match":"a","since":{"epoch":"e","tick":4}}"#)
    #expect(one.name == other.name)
  }

  @Test func differentSubscriptionsHaveDifferentNames() throws {
    let texts = [
      #"{"match":"a"}"#, #"{"match":"b"}"#, #"{"match":["a","b"]}"#, #"{"match":"ab"}"#,
      #"{"match":"a*"}"#, #"{"match":{"group":"a"}}"#, #"{"match":"a","form":"delta"}"#,
      #"{"match":"a","maxRate":60}"#, #"{"match":"a","maxRate":30}"#,
      #"{"match":"a","traits":{"userInterfaceStyle":"dark"}}"#,
      #"{"match":"a","traits":{"contrast":"high"}}"#,
      #"{"match":"a","traits":{"contentSize":"XL"}}"#,
      #"{"match":"a","traits":{"layoutDirection":"rightToLeft"}}"#,
      #"{"match":"a","traits":{"locale":"de"}}"#, #"{"match":"a","traits":{"locale":"de-CH"}}"#,
      #"{"match":"a","traits":{"reduceMotion":true}}"#,
      #"{"match":"a","traits":{"boldText":true}}"#,
      #"{"match":"a","traits":{"reduceMotion":true,"boldText":true}}"#,
      #"{"match":"a","traits":{"tint":"systemRed"}}"#,
      ##"{"match":"a","traits":{"tint":"#FF3B30"}}"##,
      ##"{"match":"a","traits":{"tint":{"light":"#FF3B30"}}}"##,
      ##"{"match":"a","traits":{"tint":{"light":"#FF3B30","dark":"#000"}}}"##,
    ]
    let names = Set(try texts.map { try spec($0).name })
    #expect(names.count == texts.count)
  }

  @Test func traitsLeftOutAreTheDaemons() throws {
    let dark = Traits(userInterfaceStyle: .dark)
    let request = try withElement(#"{"match":"a","traits":{"contrast":"high"}}"#) {
      try ButtonsSubscribeRequest(json: $0)
    }
    #expect(
      request.spec(defaults: dark).traits == Traits(userInterfaceStyle: .dark, contrast: .high))
  }

  @Test func namesOfStateAndActionsDependOnWhatTheyCover() {
    let specs = [
      StateSubscriptionSpec(), StateSubscriptionSpec(keys: []), StateSubscriptionSpec(keys: ["a"]),
      StateSubscriptionSpec(under: "a"), StateSubscriptionSpec(keys: ["a"], under: "a"),
    ]
    #expect(Set(specs.map(\.name)).count == specs.count)
    #expect(
      StateSubscriptionSpec(keys: ["b", "a", "b"]).name
        == StateSubscriptionSpec(keys: ["a", "b"]).name)
    #expect(
      ActionSubscriptionSpec(match: .everything).name
        != ActionSubscriptionSpec(match: Match(patterns: ["a"])).name)
  }

  @Test func aRateBecomesTheTimeBetweenFrames() throws {
    #expect(try spec(#"{"match":"a"}"#).minimumInterval == 0)
    #expect(try spec(#"{"match":"a","maxRate":60}"#).minimumInterval == 16_666_666)
    #expect(try spec(#"{"match":"a","maxRate":0.001}"#).minimumInterval == 1_000_000_000_000)
  }

  private func spec(_ text: String) throws -> SubscriptionSpec {
    try withElement(text) { try ButtonsSubscribeRequest(json: $0) }.spec(defaults: Traits())
  }
}
