import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import PluginChannel
import TestSupport
import Testing

@testable import ButtonService

/// Presses as requests; what they mean is told in the transcripts.
@Suite struct PressMethodTests {
  /// A daemon with a plugin whose style is primitive, a button of it, and a watcher `b` of actions.
  private func daemon() throws -> (daemon: MemoryDaemon, lane: LaneID) {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.open("b")
    let lane = daemon.engine.pluginInstalled(
      PluginDescriptor(
        id: "org.example.p", shortName: "p",
        styles: [EntryDescriptor(name: "style", isPrimitive: true)]), now: daemon.now)
    daemon.engine.pluginStatusChanged(lane, PluginStatus(state: .running, pid: 42))
    daemon.engine.laneReady(lane)
    try daemon.call("hello", #"{"client":"keypad"}"#)
    try daemon.call(
      "buttons.define",
      """
      {"buttons":[{"id":"m","style":"p/style","action":{"name":"go",\
      "operations":[{"op":"increment","key":"n"}]}}]}
      """)
    try daemon.call("actions.subscribe", on: "b")
    return (daemon, lane)
  }

  private func request(_ id: Int, _ method: String, _ more: String = "") -> [UInt8] {
    Array(
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"id":"m"\#(more)}}"#.utf8)
  }

  /// Answers the gesture that the engine sends next. It may wait for a frame that waits for the
  /// style, which answers nothing but gestures.
  private func answer(
    _ daemon: MemoryDaemon, _ lane: LaneID, triggered: Bool = false, pressed: Bool = true
  ) throws {
    for _ in 0..<20 where daemon.gestures.isEmpty { daemon.turn() }
    let (sequence, payload) = try #require(daemon.takeGesture())
    let handle = try payload.withUnsafeBytes { try GestureFrame(payload: $0).handle }
    var buffer = FrameBuffer()
    GestureAnswer(
      handle: handle, isTriggered: triggered, isPressed: pressed, scratch: GestureScratch()
    ).write(sequence: sequence, to: &buffer)
    daemon.engine.gestureAnswer(
      lane, sequence: sequence,
      payload: UnsafeRawBufferPointer(rebasing: buffer.bytes[FrameHeader.byteCount...]),
      now: daemon.now)
    daemon.turn()
  }

  @Test func anActionThatDependsOnTheStateSaysWhyItIsNotPerformed() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    try daemon.call(
      "buttons.define",
      """
      {"buttons":[{"id":"m","style":"plain","action":{"when":"n > 0",\
      "operations":[{"op":"set","key":"m","value":{"cel":"absent"}}]}}]}
      """)
    func refusal() throws -> (reason: String?, message: String?) {
      let line = #"{"jsonrpc":"2.0","id":1,"method":"buttons.trigger","params":{"id":"m"}}"#
      let error = try daemon.ask(line)?["error"]
      #expect(error?["data"]?["path"]?.string == "params.id")
      return (error?["data"]?["reason"]?.string, error?["message"]?.string)
    }
    var error = try refusal()
    #expect(error.reason == "guarded")
    #expect(
      error.message
        == "the condition of the button's action fails: line 1, column 1: the key n is absent")
    try daemon.call("state.set", #"{"values":{"n":0}}"#)
    error = try refusal()
    #expect(error.reason == "guarded")
    #expect(error.message == "the condition of the button's action is false")
    try daemon.call("state.set", #"{"values":{"n":1}}"#)
    error = try refusal()
    #expect(error.reason == "invalidParams")
    #expect(
      error.message
        == "operation 0 of the button's action: value: line 1, column 1: the key absent is absent")
  }

  @Test func anAnswerWaitsForTheStyleAndOthersDoNotWaitForIt() throws {
    let (daemon, lane) = try daemon()
    daemon.send(request(7, "press.began"))
    #expect(daemon.waiting() == 0)
    #expect(try daemon.ask(#"{"jsonrpc":"2.0","id":8,"method":"ping"}"#, on: "b")?["id"]?.int == 8)
    try answer(daemon, lane)
    let began = try daemon.next()
    #expect(began?["id"]?.int == 7)
    #expect(began?["result"]?["phase"]?.string == "pressing")
    daemon.send(request(9, "press.ended"))
    try answer(daemon, lane, triggered: true)
    #expect(try daemon.next()?["result"]?["phase"]?.string == "inactive")
    let action = try daemon.next(on: "b")?["params"]
    #expect(action?["id"]?.string == "m")
    #expect(action?["name"]?.string == "go")
    #expect(action?["client"]?.string == "keypad")
    #expect(action?["revision"]?.int == Int(daemon.engine.revision))
    #expect(daemon.waiting(on: "b") == 0)
  }

  @Test func anActionFailsLaterWithTheSameErrorAsAtOnce() throws {
    let (daemon, lane) = try daemon()
    try daemon.call("state.set", #"{"values":{"n":"x"}}"#)
    daemon.send(request(7, "press.began"))
    try answer(daemon, lane)
    _ = try daemon.next()
    daemon.send(request(8, "press.ended"))
    try answer(daemon, lane, triggered: true)
    let later = try daemon.next()?["error"]
    let atOnce = try daemon.call("buttons.trigger", #"{"id":"m"}"#)
    #expect(later == atOnce)
    #expect(later?["data"]?["path"]?.string == "params.id")
    #expect(daemon.waiting(on: "b") == 0)
  }

  @Test func aPressInABatchIsAnsweredInItsPlace() throws {
    let (daemon, lane) = try daemon()
    let batch =
      "["
      + [request(1, "press.began"), request(2, "buttons.trigger")]
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",") + "]"
    daemon.send(Array(batch.utf8))
    #expect(daemon.waiting() == 0)
    try answer(daemon, lane)
    #expect(try daemon.next()?.elements.compactMap { $0["id"]?.int } == [1, 2])
  }

  @Test func notificationsOfAPressAreNotAnswered() throws {
    let (daemon, lane) = try daemon()
    daemon.send(Array(#"{"jsonrpc":"2.0","method":"press.began","params":{"id":"m"}}"#.utf8))
    try answer(daemon, lane)
    daemon.send(
      Array(
        #"{"jsonrpc":"2.0","method":"press.ended","params":{"id":"m","wait":"published"}}"#.utf8))
    try answer(daemon, lane, triggered: true)
    daemon.send(Array(#"{"jsonrpc":"2.0","method":"press.began","params":{"id":"nobody"}}"#.utf8))
    #expect(daemon.waiting() == 0)
    #expect(daemon.waiting(on: "b") == 1)
  }

  @Test func theLimitsOfPressesAreThoseThatHelloReports() throws {
    let limits = Limits()
    let daemon = MemoryDaemon()
    daemon.open("a")
    let buttons = (0...limits.layouts).map { #"{"id":"b\#($0)","style":"plain"}"# }
    try daemon.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
    for number in 0..<limits.layouts {
      try daemon.call("layout.report", #"{"id":"b\#(number)","width":1,"height":1}"#)
    }
    for number in 0..<limits.presses { try daemon.call("press.began", #"{"id":"b\#(number)"}"#) }
    let layout = try daemon.call(
      "layout.report", #"{"id":"b\#(limits.layouts)","width":1,"height":1}"#)
    let press = try daemon.call("press.began", #"{"id":"b\#(limits.layouts)"}"#)
    for (error, name, value) in [
      (layout, "layouts", limits.layouts), (press, "presses", limits.presses),
    ] {
      #expect(error?["code"]?.int == -32005)
      #expect(error?["data"]?["limit"]?.string == name)
      #expect(error?["data"]?["value"]?.int == value)
    }
  }

  @Test func aMatchOfTooManyGlobsIsRefusedByName() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    let globs = (0...Match.maximumGlobs).map { "\"a\($0)*\"" }.joined(separator: ",")
    let error = try daemon.call("buttons.get", #"{"match":[\#(globs)]}"#)
    #expect(error?["data"]?["limit"]?.string == "globs")
    #expect(error?["data"]?["path"]?.string == "params.match")
  }
}
