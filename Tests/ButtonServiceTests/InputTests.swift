import ButtonEngine
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// What those who record are told.
@Suite struct InputTests {
  /// A daemon with a button, a client `a` and a recorder `r`.
  private func daemon(limits: Limits = Limits()) throws -> MemoryDaemon {
    let daemon = MemoryDaemon(limits: limits)
    daemon.open("a")
    daemon.open("r")
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"x","style":"plain","action":{"operations":[{"op":"toggle","key":"on"}]}}]}"#
    )
    return daemon
  }

  @Test func theBeginningIsWhatAFreshDaemonHasToBeTold() throws {
    let daemon = try daemon()
    try daemon.call("state.set", #"{"values":{"a.b":[1,2],"volatile.c":"x"}}"#)
    try daemon.call("layout.report", #"{"id":"x","width":80,"height":44.5}"#)
    try daemon.call("press.began", #"{"id":"x"}"#)
    let beginning = try daemon.call("inputs.subscribe", on: "r")
    #expect(beginning?["revision"] == .int(2))
    #expect(beginning?["state"]?.text == #"{"a.b":[1,2],"volatile.c":"x"}"#)
    #expect(beginning?["buttons"]?.elements.map { $0["id"]?.string } == ["x"])
    #expect(
      beginning?["layouts"]?.text == #"[{"connection":0,"id":"x","width":80.0,"height":44.5}]"#)
    #expect(beginning?["presses"]?.text == #"[{"connection":0,"id":"x"}]"#)
  }

  @Test func everyRequestThatChangesSomethingIsToldInOrderAndNoOther() throws {
    let daemon = try daemon()
    try daemon.call("hello", #"{"client":"keypad"}"#)
    try daemon.call("inputs.subscribe", on: "r")
    for (method, params) in [
      ("state.get", "{}"), ("state.set", #"{"values":{"n":1},"wait":"published"}"#),
      ("buttons.list", "{}"), ("press.began", #"{"id":"x","x":1,"y":2}"#),
      ("press.ended", #"{"id":"x"}"#), ("buttons.patch", #"{"id":"x","isEnabled":false}"#),
      ("buttons.trigger", #"{"id":"x"}"#), ("buttons.remove", #"{"ids":["x"]}"#), ("sync", "{}"),
    ] { try daemon.call(method, params) }
    let told = try daemon.inputs()
    #expect(
      told.map { $0["method"]?.string } == [
        "state.set", "press.began", "press.ended", "buttons.patch", "buttons.trigger",
        "buttons.remove",
      ])
    #expect(told.map { $0["revision"]?.int } == [2, 2, 3, 4, 4, 5])
    #expect(told.map { $0["refused"]?.string } == [nil, nil, nil, nil, "disabled", nil])
    #expect(told.allSatisfy { $0["client"]?.string == "keypad" && $0["connection"] == .int(0) })
    #expect(told[1]["params"]?.text == #"{"id":"x","x":1,"y":2}"#)
    let times = told.compactMap { $0["at"]?.int }
    #expect(times == times.sorted() && times.count == told.count)
  }

  @Test func aHeldPressThatActsAgainIsAnInputOfItsClient() throws {
    let daemon = try daemon()
    try daemon.call("hello", #"{"client":"keypad"}"#)
    try daemon.call("buttons.patch", #"{"id":"x","repeats":{"afterMs":100,"everyMs":10000}}"#)
    try daemon.call("inputs.subscribe", on: "r")
    try daemon.call("press.began", #"{"id":"x"}"#)
    daemon.pass(seconds: 1)
    let told = Array(try daemon.inputs().prefix(2))
    #expect(told.map { $0["method"]?.string } == ["press.began", "press.repeated"])
    #expect(told.last?["params"]?.text == #"{"id":"x"}"#)
    #expect(told.last?["client"]?.string == "keypad" && told.last?["connection"] == .int(0))
    let beginning = try daemon.call("inputs.subscribe", on: "r")
    #expect(
      beginning?["presses"]?.text == #"[{"connection":0,"id":"x","hasRepeated":true}]"#)
  }

  @Test func whatTimeMakesOfPressesIsToldWhereItHappened() throws {
    let daemon = try daemon()
    try daemon.call(
      "buttons.patch",
      #"{"id":"x","longPress":{"action":{"when":"on"}},"doublePress":{"action":{}}}"#)
    try daemon.call("inputs.subscribe", on: "r")
    for phase in ["began", "ended", "began", "ended", "began"] {
      try daemon.call("press.\(phase)", #"{"id":"x"}"#)
    }
    daemon.pass(seconds: 1)
    try daemon.call("press.ended", #"{"id":"x"}"#)
    try daemon.call("press.began", #"{"id":"x"}"#)
    try daemon.call("press.ended", #"{"id":"x"}"#)
    daemon.close("a")
    let told = try daemon.inputs()
    #expect(
      told.map { $0["method"]?.string } == [
        "press.began", "press.ended", "press.began", "press.repeated", "press.ended", "press.began",
        "press.repeated", "press.ended", "press.began", "press.ended", "press.repeated",
        "connection.closed",
      ])
    let made = told.filter { $0["method"]?.string == "press.repeated" }
    #expect(made.map { $0["params"]?["gesture"]?.string } == ["doublePress", "longPress", nil])
    #expect(made.map { $0["refused"]?.string } == [nil, "guarded", nil])
  }

  @Test func theEndOfAClientThatGaveInputsIsTold() throws {
    let daemon = try daemon()
    try daemon.call("inputs.subscribe", on: "r")
    daemon.open("silent")
    try daemon.call("state.get", on: "silent")
    daemon.close("silent")
    daemon.open("b")
    try daemon.call("press.began", #"{"id":"x"}"#, on: "b")
    daemon.close("b")
    #expect(
      try daemon.inputs().map { $0["method"]?.string } == ["press.began", "connection.closed"])
  }

  @Test func theEndOfAClientWithAPointerIsTold() throws {
    let daemon = try daemon()
    daemon.open("p")
    try daemon.call("pointer.entered", #"{"id":"x"}"#, on: "p")
    try daemon.call("inputs.subscribe", on: "r")
    daemon.close("p")
    #expect(try daemon.inputs().map { $0["method"]?.string } == ["connection.closed"])
  }

  @Test func aBatchAndANotificationAreInputsToo() throws {
    let daemon = try daemon()
    try daemon.call("inputs.subscribe", on: "r")
    daemon.send(
      Array(
        (#"[{"jsonrpc":"2.0","method":"state.set","params":{"values":{"a":1}}},"#
          + #"{"jsonrpc":"2.0","method":"state.set","params":{"values":{"a":2}}}]"#).utf8))
    #expect(try daemon.inputs().map { $0["revision"]?.int } == [2, 3])
  }

  @Test func aRecorderThatDoesNotReadIsToldHowMuchItMissed() throws {
    let daemon = try daemon()
    try daemon.call("inputs.subscribe", on: "r")
    let connection = try #require(daemon.connection("r"))
    daemon.service.connectionBlocked(connection)
    for number in 0..<(Service.actionQueueLength + 7) {
      try daemon.call("state.set", #"{"values":{"n":\#(number)}}"#)
    }
    #expect(daemon.waiting(on: "r") == 0)
    daemon.service.connectionDrained(connection)
    daemon.turn()
    let told = try daemon.inputs()
    #expect(told.count == Service.actionQueueLength)
    #expect(told.first?["missed"] == .int(7))
    #expect(told.dropFirst().allSatisfy { $0["missed"] == nil })
  }

  @Test func whatWaitsForARecorderIsBoundedInBytes() throws {
    var limits = Limits()
    limits.maxFrameBytes = 16 << 10
    let daemon = try daemon(limits: limits)
    try daemon.call("inputs.subscribe", on: "r")
    let connection = try #require(daemon.connection("r"))
    daemon.service.connectionBlocked(connection)
    let text = String(repeating: "x", count: 1_000)
    for number in 0..<100 {
      try daemon.call("state.set", #"{"values":{"n":"\#(number)\#(text)"}}"#)
    }
    daemon.service.connectionDrained(connection)
    daemon.turn()
    let told = try daemon.inputs()
    let missed = told.first?["missed"]?.int ?? 0
    #expect(told.count + missed == 100 && told.count < 16 && told.count > 5)
    // One that is longer than a line may be is missing as well.
    try daemon.call(
      "state.set", #"{"values":{"big":"\#(String(repeating: "y", count: 17 << 10))"}}"#)
    try daemon.call("state.set", #"{"values":{"n":1}}"#)
    #expect(try daemon.inputs().map { $0["missed"]?.int } == [1])
  }

  @Test func aBeginningThatFitsNoLineIsRefusedAndNothingIsTold() throws {
    var limits = Limits()
    limits.maxFrameBytes = 16 << 10
    let daemon = try daemon(limits: limits)
    for key in ["a", "b", "c"] {
      try daemon.call(
        "state.set", #"{"values":{"\#(key)":"\#(String(repeating: "x", count: 6_000))"}}"#)
    }
    let refusal = try daemon.call("inputs.subscribe", on: "r")
    #expect(refusal?["data"]?["reason"]?.string == "limitExceeded")
    try daemon.call("state.set", #"{"values":{"n":1}}"#)
    #expect(daemon.waiting(on: "r") == 0)
  }

  @Test func anEndedSubscriptionTellsNothing() throws {
    let daemon = try daemon()
    let name = try daemon.call("inputs.subscribe", on: "r")?["subscription"]?.string ?? ""
    try daemon.call("unsubscribe", #"{"subscription":"\#(name)"}"#, on: "r")
    try daemon.call("state.set", #"{"values":{"n":1}}"#)
    #expect(daemon.waiting(on: "r") == 0)
    let again = try daemon.call("unsubscribe", #"{"subscription":"\#(name)"}"#, on: "r")
    #expect(again?["data"]?["reason"]?.string == "notFound")
  }
}

extension MemoryDaemon {
  /// The inputs that wait for the recorder `r`.
  func inputs() throws -> [JSONTree] {
    var inputs: [JSONTree] = []
    while let line = try next(on: "r") {
      #expect(line["method"]?.string == "input.received")
      if let params = line["params"] { inputs.append(params) }
    }
    return inputs
  }
}
