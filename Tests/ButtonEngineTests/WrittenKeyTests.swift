import ButtonModel
import ButtonProtocol
import Testing

@testable import ButtonEngine

/// Keys that presses and choices would write, and that clients may not.
@Suite struct WrittenKeyTests {
  /// Definitions that name the key KEY to be written, and where.
  private static let places = [
    ("togglesSelection", #""togglesSelection":"KEY""#),
    (
      "action.operations[1].key",
      #""action":{"operations":[{"op":"toggle","key":"a"},{"op":"set","key":"KEY","value":1}]}"#
    ),
    ("menuSelection", #""menu":[{"id":"m","title":"M"}],"menuSelection":"KEY""#),
    (
      "menu[0].action.operations[0].key",
      #""menu":[{"id":"m","title":"M","action":{"operations":[{"op":"increment","key":"KEY"}]}}]"#
    ),
  ]

  @Test(arguments: places, ["clock.second", "clock.local", "sum", "fleet.till.state"])
  func aDefinitionThatWritesAKeyOfTheDaemonIsRefused(
    place: (path: String, part: String), key: String
  ) throws {
    let rig = Rig()
    rig.engine.share(SharedKeys([], NoFleet()))
    try rig.derive(["sum": "a + b"])
    let text = #"{"id":"b","style":"gray",\#(place.part)}"#
    let refusal = #expect(throws: EngineError.self) {
      try rig.defineJSON(text.replacing("KEY", with: key))
    }
    guard case .invalidMember(0, place.path, let message)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(message.contains("'\(key)'"))
    #expect(rig.engine.buttonCount == 0)
    // Others may write it, and what was accepted before stays.
    try rig.defineJSON(text.replacing("KEY", with: "own"))
    try rig.derive(["own": "1"])
    #expect(rig.engine.buttonCount == 1)
    let kept = try #require(rig.engine.definition(of: "b"))
    _ = try rig.engine.define([kept], isFromFile: true)
    #expect(rig.engine.complaint(about: kept)?.contains("'own'") == true)
  }
}

/// A fleet that takes no changes.
private final class NoFleet: SharedKeyWriter {
  func submit(_ submission: SharedSubmission) throws(EngineError) {}

  func take(_ press: SharedPress) -> SharedPressAnswer { .local }
}
