import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// Leases as clients ask for them.
@Suite struct LeaseMethodTests {
  /// `feeder` feeds `till.total` and `till.open` under a lease; `a` and the others are admins.
  private func daemon() throws -> MemoryDaemon {
    let daemon = MemoryDaemon()
    for name in ["a", "b", "feeder"] { daemon.open(name) }
    try daemon.call(
      "state.set", #"{"values":{"till.total":3,"till.open":true},"lease":"till"}"#, on: "feeder")
    try daemon.call("state.set", #"{"values":{"other":1}}"#)
    return daemon
  }

  @Test func theKeysOfAClientThatGoesAreLostAtOnce() throws {
    let daemon = try daemon()
    #expect(try daemon.call("state.get")?["lost"] == nil)
    daemon.close("feeder")
    let answer = try daemon.call("state.get", #"{"under":"till"}"#)
    #expect(answer?["lost"]?.text == #"["till.open","till.total"]"#)
    #expect(answer?["values"]?["till.total"]?.text == "3")
    #expect(
      try daemon.call("state.get", #"{"keys":["till.total","other"]}"#)?["lost"]?.text
        == #"["till.total"]"#)
    #expect(try daemon.call("state.get", #"{"keys":["other"]}"#)?["lost"] == nil)
  }

  @Test func aPageNamesWhatIsLostInItAlone() throws {
    let daemon = try daemon()
    daemon.close("feeder")
    var lost: [String] = []
    var after = ""
    for _ in 0..<3 {
      let page = try daemon.call(
        "state.get", #"{"limit":1\#(after.isEmpty ? "" : #","after":"\#(after)""#)}"#)
      lost.append(page?["lost"]?.text ?? "")
      after = page?["next"]?.string ?? ""
    }
    #expect(lost == ["", #"["till.open"]"#, #"["till.total"]"#])
  }

  @Test func anUpdateUnderALeaseClaimsItsKeys() throws {
    let daemon = try daemon()
    try daemon.call(
      "state.update",
      #"{"operations":[{"op":"increment","key":"n"},{"op":"remove","key":"till.open"}],"lease":"x"}"#,
      on: "b")
    daemon.close("b")
    daemon.close("feeder")
    #expect(try daemon.call("state.get")?["lost"]?.text == #"["n","till.total"]"#)
  }

  @Test func expressionsAskWhatIsLost() throws {
    let daemon = try daemon()
    let ask = #"{"expression":"lost(till.total) ? -1 : till.total"}"#
    #expect(try daemon.call("state.eval", ask)?["value"]?.text == "3")
    daemon.close("feeder")
    #expect(try daemon.call("state.eval", ask)?["value"]?.text == "-1")
    #expect(
      try daemon.call("state.eval", #"{"expression":"lost(none)"}"#)?["value"]?.text == "false")
  }

  @Test func theAnswerWaitsUntilTheEndOfALossIsPublished() throws {
    let daemon = try daemon()
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"x","style":"plain","isSelected":{"state":"till.open"}}]}"#)
    try daemon.call("buttons.subscribe", #"{"match":"x"}"#)
    daemon.close("feeder")
    let lost = try daemon.next()?["params"]?["buttons"]?.elements.first
    #expect(lost?["status"]?["reason"]?.string == "sourceLost")
    #expect(lost?["status"]?["keys"]?.text == #"["till.open"]"#)

    try daemon.call(
      "state.set", #"{"values":{"till.open":true},"lease":"till","wait":"published"}"#, on: "b")
    let back = try daemon.next()?["params"]?["buttons"]?.elements.first
    #expect(back?["id"]?.string == "x")
    #expect(back?["status"] == nil)
  }

  @Test func silenceIsCountedFromTheLastWrite() throws {
    let daemon = try daemon()
    try daemon.call("state.subscribe", #"{"under":"till"}"#)
    try daemon.call(
      "state.set", #"{"values":{},"lease":"till","silentAfterMs":2000}"#, on: "feeder")
    let before = daemon.now
    let line = try daemon.next()
    #expect(line?["method"]?.string == "state.changed")
    #expect(line?["params"]?["lost"]?.text == #"["till.total","till.open"]"#)
    #expect(daemon.now >= before + 1_990_000_000 && daemon.now < before + 2_010_000_000)
  }

  @Test(
    arguments: [
      (#"{"values":{"a":1},"lease":""}"#, "params.lease"),
      (#"{"values":{"a":1},"lease":"two words"}"#, "params.lease"),
      (#"{"values":{"a":1},"lease":7}"#, "params.lease"),
      (#"{"values":{"a":1},"silentAfterMs":1}"#, "params.silentAfterMs"),
      (#"{"values":{"a":1},"lease":"l","silentAfterMs":-1}"#, "params.silentAfterMs"),
      (#"{"values":{"a":1},"lease":"l","silentAfterMs":86400001}"#, "params.silentAfterMs"),
      (#"{"values":{"a":1},"lease":"l","silentAfterMs":1.5}"#, "params.silentAfterMs"),
    ])
  func whatIsNoLeaseIsRefusedAndAppliesNothing(params: String, path: String) throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    let update = params.replacing(
      #""values":{"a":1}"#, with: #""operations":[{"op":"set","key":"a","value":1}]"#)
    for (method, params) in [("state.set", params), ("state.update", update)] {
      let answer = try daemon.call(method, params)
      #expect(answer?["data"]?["reason"]?.string == "invalidParams", "\(method)")
      #expect(answer?["data"]?["path"]?.string == path, "\(method)")
    }
    #expect(try daemon.call("state.get")?["values"]?.text == "{}")
  }

  @Test func aNameOfSixtyFourBytesIsTheLongest() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    for (count, isFine) in [(64, true), (65, false)] {
      let name = String(repeating: "l", count: count)
      let answer = try daemon.call("state.set", #"{"values":{},"lease":"\#(name)"}"#)
      #expect((answer?["revision"] != nil) == isFine)
    }
  }

  @Test func whoMayNotWriteHoldsNoLease() throws {
    let daemon = MemoryDaemon()
    daemon.open("reader", role: .press)
    let answer = try daemon.call(
      "state.set", #"{"values":{},"lease":"till"}"#, on: "reader")
    #expect(answer?["data"]?["reason"]?.string == "forbidden")
    #expect(daemon.engine.leaseReports(atMost: 64) == [])
  }

  @Test(arguments: [("press", true), ("write", false)])
  func whoGivesUpTheRightToWriteGivesUpItsLeases(role: String, isLost: Bool) throws {
    let daemon = try daemon()
    try daemon.call("hello", #"{"client":"t","role":"\#(role)"}"#, on: "feeder")
    #expect((try daemon.call("state.get")?["lost"] != nil) == isLost)
  }

  @Test func tooManyLeasesAreALimitThatHelloTells() throws {
    var settings = EngineSettings()
    settings.limits.leases = 1
    let daemon = MemoryDaemon(settings: settings)
    daemon.open("a")
    try daemon.call("state.set", #"{"values":{"a":1},"lease":"one"}"#)
    let answer = try daemon.call("state.set", #"{"values":{"b":1},"lease":"two"}"#)
    #expect(answer?["data"]?["reason"]?.string == "limitExceeded")
    #expect(answer?["data"]?["limit"]?.string == "leases")
    #expect(try daemon.call("hello", #"{"client":"t"}"#)?["limits"]?["leases"]?.text == "1")
  }
}
