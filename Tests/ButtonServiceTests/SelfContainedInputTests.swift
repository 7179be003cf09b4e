import ButtonEngine
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// What those who record are told besides requests: what derived keys follow from, who feeds keys,
/// and what time brings about.
@Suite struct SelfContainedInputTests {
  /// A daemon with a client `a`, which is number 0, and a recorder `r`, number 1.
  private func daemon(limits: Limits = Limits()) throws -> MemoryDaemon {
    let daemon = MemoryDaemon(limits: limits)
    daemon.open("a")
    daemon.open("r")
    try daemon.call("hello", #"{"client":"keypad"}"#)
    return daemon
  }

  /// Has the wall clock say another time.
  private func tell(_ milliseconds: UInt64, _ daemon: MemoryDaemon) {
    daemon.engine.wallClockMilliseconds = milliseconds
    daemon.turn()
  }

  @Test func derivedKeysBeginAsTheirDefinitionsAndNotAsValues() throws {
    let daemon = try daemon()
    try daemon.call(
      "state.derive",
      #"{"keys":{"label":{"template":"{total} €"},"total":"price * 2","wrong":"absent + 1"}}"#)
    try daemon.call("state.set", #"{"values":{"price":2}}"#)
    let beginning = try daemon.call("inputs.subscribe", on: "r")
    #expect(beginning?["state"]?.text == #"{"price":2}"#)
    #expect(
      beginning?["derived"]?.text
        == #"{"label":{"template":"{total} €"},"total":{"cel":"price * 2"},"#
        + #""wrong":{"cel":"absent + 1"}}"#)
  }

  @Test func definitionsOfDerivedKeysCountTowardsTheLine() throws {
    var limits = Limits()
    limits.maxFrameBytes = 16 << 10
    let daemon = try daemon(limits: limits)
    let text = String(repeating: "x", count: 900)
    for number in 0..<20 {
      try daemon.call("state.derive", #"{"keys":{"k\#(number)":"'\#(text)'"}}"#)
    }
    let refusal = try daemon.call("inputs.subscribe", on: "r")
    #expect(refusal?["data"]?["reason"]?.string == "limitExceeded")
  }

  @Test func theBeginningSaysWhoFeedsWhichKeysAndWhichAreLost() throws {
    let daemon = try daemon()
    for name in ["gone", "quiet"] { daemon.open(name) }
    try daemon.call(
      "state.set", #"{"values":{"o.b":1,"o.a":1,"plain":1},"lease":"old"}"#, on: "gone")
    try daemon.call("state.update", #"{"operations":[{"op":"remove","key":"plain"}]}"#)
    daemon.close("gone")
    try daemon.call(
      "state.set", #"{"values":{"q":1},"lease":"w","silentAfterMs":5}"#, on: "quiet")
    try daemon.call("state.set", #"{"values":{"t":1,"o.b":2},"lease":"till"}"#)
    for _ in 0..<10 { daemon.turn() }
    let beginning = try daemon.call("inputs.subscribe", on: "r")
    #expect(
      beginning?["leases"]?.text
        == #"[{"lease":"old","keys":["o.a"]},"#
        + #"{"lease":"till","connection":0,"keys":["o.b","t"]},"#
        + #"{"lease":"w","connection":3,"keys":["q"],"isSilent":true}]"#)
    #expect(beginning?["state"]?.text == #"{"o.a":1,"o.b":2,"q":1,"t":1}"#)
    daemon.close("quiet")
    #expect(try daemon.inputs().map { $0["method"]?.string } == ["connection.closed"])
  }

  @Test func theClockTellsTheTimeLikeAClient() throws {
    let daemon = try daemon()
    try daemon.call("state.derive", #"{"keys":{"isOdd":"clock.second % 2 == 1"}}"#)
    tell(1_000, daemon)
    let beginning = try daemon.call("inputs.subscribe", on: "r")
    #expect(beginning?["state"]?.text == #"{"clock.second":1}"#)
    tell(1_900, daemon)
    tell(2_000, daemon)
    try daemon.call("state.derive", #"{"keys":{"isOdd":null,"now":"clock.minute"}}"#)
    let told = try daemon.inputs()
    #expect(
      told.map { $0["method"]?.string } == ["state.update", "state.derive", "state.update"])
    #expect(told[0]["connection"] == .int(-1))
    #expect(told[0]["client"]?.string == "clock")
    #expect(
      told[0]["params"]?.text
        == #"{"operations":[{"op":"set","key":"clock.second","value":2}]}"#)
    #expect(
      told[2]["params"]?.text
        == #"{"operations":[{"op":"remove","key":"clock.second"},"#
        + #"{"op":"set","key":"clock.minute","value":0}]}"#)
    let times = told.compactMap { $0["at"]?.int }
    #expect(times == times.sorted() && times.count == 3)
  }

  @Test func aClockThatNothingReadsTellsNothing() throws {
    let daemon = try daemon()
    try daemon.call("inputs.subscribe", on: "r")
    tell(1_000, daemon)
    tell(61_000, daemon)
    #expect(daemon.waiting(on: "r") == 0)
  }

  @Test func aHolderThatFallsSilentIsToldWithOneOfItsKeys() throws {
    let daemon = try daemon()
    try daemon.call("inputs.subscribe", on: "r")
    try daemon.call(
      "state.set", #"{"values":{"t.a":1,"t.b":2},"lease":"till","silentAfterMs":500}"#)
    try daemon.call("state.set", #"{"values":{},"lease":"empty","silentAfterMs":500}"#)
    let told = try daemon.inputs()
    #expect(
      told.map { $0["method"]?.string } == ["state.set", "state.set", "lease.silent"])
    #expect(told[2]["params"]?.text == #"{"lease":"till","key":"t.a"}"#)
    #expect(told[2]["connection"] == .int(0) && told[2]["client"]?.string == "keypad")
    #expect(told[2]["at"]?.int ?? 0 > told[1]["at"]?.int ?? 0)
  }

  @Test func aClientThatGivesUpItsLeasesWithItsRoleIsTold() throws {
    let daemon = try daemon()
    daemon.open("b")
    try daemon.call("inputs.subscribe", on: "r")
    try daemon.call("hello", #"{"client":"other","role":"press"}"#, on: "b")
    try daemon.call("state.set", #"{"values":{"t":1},"lease":"till"}"#)
    try daemon.call("hello", #"{"client":"keypad","role":"press"}"#)
    try daemon.call("hello", #"{"client":"keypad","role":"press"}"#)
    try daemon.call("hello", #"{"client":"keypad","role":"read"}"#)
    let told = try daemon.inputs()
    #expect(told.map { $0["method"]?.string } == ["state.set", "hello", "connection.closed"])
    #expect(told[1]["params"]?.text == #"{"client":"keypad","role":"press"}"#)
  }
}
