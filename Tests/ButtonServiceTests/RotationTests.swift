import ButtonEngine
import JSONRPC
import TestSupport
import Testing

/// An encoder turns a button by some steps.
@Suite struct RotationTests {
  private func daemon(_ button: String) throws -> MemoryDaemon {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("b")
    try daemon.call("buttons.define", #"{"buttons":[\#(button)]}"#)
    return daemon
  }

  /// A volume of 0 to 100, five a step, that is not turned while it is muted.
  private static let volume = """
    {"id":"volume","style":"plain","togglesSelection":"isMuted","rotation":{"action":{"name":"level",\
    "when":"!isMuted.orValue(false)","operations":[{"op":"set","key":"level",\
    "value":{"cel":"max(0, min(100, level.orValue(50) + delta * 5))"}},\
    {"op":"set","key":"isRising","value":true,"when":"delta > 0"}]}}}
    """

  @Test func theActionReadsByHowManyStepsItIsTurned() throws {
    let daemon = try daemon(Self.volume)
    try daemon.call("buttons.rotate", #"{"id":"volume","delta":-3}"#)
    #expect(daemon.value("level") == "35")
    #expect(daemon.value("isRising") == nil)
    try daemon.call("buttons.rotate", #"{"id":"volume","delta":1000}"#)
    #expect(daemon.value("level") == "100")
    #expect(daemon.value("isRising") == "true")
    #expect(daemon.value("isMuted") == nil)
  }

  @Test func aKeyOfThatNameIsHiddenFromTheRotationAlone() throws {
    let daemon = try daemon(
      """
      {"id":"x","style":"plain","action":{"operations":[{"op":"set","key":"n","value":{"cel":"delta"}}]},\
      "rotation":{"action":{"operations":[{"op":"set","key":"n","value":{"cel":"delta"}},\
      {"op":"set","key":"m","value":{"cel":"delta.x"}}]}}}
      """)
    try daemon.call("state.set", #"{"values":{"delta":7,"delta.x":8}}"#)
    try daemon.call("buttons.rotate", #"{"id":"x","delta":2}"#)
    #expect(daemon.value("n") == "2")
    #expect(daemon.value("m") == "8")
    try daemon.call("buttons.trigger", #"{"id":"x"}"#)
    #expect(daemon.value("n") == "7")
  }

  @Test func whoListensHearsByHowManySteps() throws {
    let daemon = try daemon(Self.volume)
    try daemon.call("actions.subscribe", on: "b")
    let answer = try daemon.call("buttons.rotate", #"{"id":"volume","delta":2}"#)
    let told = try #require(try daemon.next(on: "b")?["params"])
    #expect(told["id"]?.string == "volume" && told["name"]?.string == "level")
    #expect(told["payload"] == .int(2))
    #expect(told["revision"] == answer?["revision"])
  }

  @Test(arguments: [
    (
      #"{"id":"volume","delta":0}"#, "invalidParams",
      "must be from -1000 to 1000, and not 0, but is 0"
    ),
    (#"{"id":"volume","delta":1001}"#, "invalidParams", "but is 1001"),
    (#"{"id":"volume","delta":-1001}"#, "invalidParams", "but is -1001"),
    (#"{"id":"volume","delta":0.5}"#, "invalidParams", "must be an integer"),
    (#"{"id":"volume"}"#, "invalidParams", "delta is missing"),
    (#"{"id":"volumes","delta":1}"#, "notFound", "volume"),
    (#"{"id":"plain","delta":1}"#, "notFound", "rotation"),
    (#"{"id":"off","delta":1}"#, "disabled", "disabled"),
  ])
  func whatCannotBeTurnedSaysWhy(_ params: String, _ reason: String, _ says: String) throws {
    let daemon = try daemon(
      """
      \(Self.volume),{"id":"plain","style":"plain","action":{}},\
      {"id":"off","style":"plain","isEnabled":false,"rotation":{"action":{}}}
      """)
    try daemon.call("actions.subscribe", on: "b")
    let error = try #require(try daemon.call("buttons.rotate", params))
    #expect(error["data"]?["reason"]?.string == reason)
    #expect(error["message"]?.string?.contains(says) == true, "\(error)")
    #expect(daemon.waiting(on: "b") == 0)
  }

  @Test func aRotationWhoseConditionFailsIsGuarded() throws {
    let daemon = try daemon(Self.volume)
    try daemon.call("state.set", #"{"values":{"isMuted":true}}"#)
    let error = try #require(
      try daemon.call("buttons.rotate", #"{"id":"volume","delta":1}"#))
    #expect(error["data"]?["reason"]?.string == "guarded")
    #expect(daemon.value("level") == nil)
  }
}
