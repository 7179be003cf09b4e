import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC
import PluginChannel
import TestSupport
import Testing

@testable import ButtonService

/// Requests of one connection take effect in the order in which they were sent, also where a plugin
/// decides what a press comes to.
@Suite struct RequestOrderTests {
  /// What a client sends after `press.ended`: in lines of their own, or in one batch.
  enum Form: CaseIterable {
    case lines, batch
  }

  private func send(
    _ requests: [String], as form: Form, to daemon: StyledDaemon, on name: String = "a"
  ) {
    let lines = form == .lines ? requests : ["[" + requests.joined(separator: ",") + "]"]
    for line in lines { daemon.memory.accept(Array(line.utf8), on: name) }
    daemon.memory.turn()
  }

  @Test(arguments: Form.allCases)
  func aRequestAfterAPressTakesEffectAfterIt(_ form: Form) throws {
    let daemon = try StyledDaemon()
    send([.began("m")], as: .lines, to: daemon)
    try daemon.answer()
    _ = try daemon.memory.next()
    send([.ended("m"), .append("later"), .state], as: form, to: daemon)
    #expect(daemon.memory.waiting() == 0)
    try daemon.answer(isTriggered: true)
    daemon.memory.turn()
    #expect(daemon.log == ["m", "later"])
    let answers = try daemon.takeAnswers()
    #expect(answers.count == 3)
    #expect(answers.last?["result"]?["values"]?["log"]?.elements.count == 2)
  }

  @Test(arguments: Form.allCases)
  func aPressThatWasReleasedBeforeItsButtonIsDisabledActs(_ form: Form) throws {
    let daemon = try StyledDaemon()
    send([.began("m"), .ended("m"), .set("on", false)], as: form, to: daemon)
    try daemon.answer()
    try daemon.answer(isTriggered: true)
    daemon.memory.turn()
    #expect(daemon.log == ["m"])
    #expect(daemon.value("on") == .bool(false))
  }

  @Test func notificationsKeepTheOrderAsWell() throws {
    let daemon = try StyledDaemon()
    send(
      [.began("m", id: nil), .ended("m", id: nil), .append("later", id: nil)], as: .lines,
      to: daemon)
    try daemon.answer()
    try daemon.answer(isTriggered: true)
    daemon.memory.turn()
    #expect(daemon.log == ["m", "later"])
    #expect(daemon.memory.waiting() == 0)
  }

  @Test func aSecondPressWaitsForTheFirst() throws {
    let daemon = try StyledDaemon()
    send([.began("m"), .ended("m"), .began("n"), .ended("n")], as: .lines, to: daemon)
    #expect(daemon.memory.gestures.count == 1)
    for _ in 0..<2 {
      try daemon.answer()
      try daemon.answer(isTriggered: true)
      daemon.memory.turn()
    }
    #expect(daemon.log == ["m", "n"])
  }

  @Test func theEventsOfAPressAreTakenWhileItsStyleIsAtWork() throws {
    let daemon = try StyledDaemon()
    send(
      [.began("m"), .moved("m"), .moved("m"), .moved("m"), .ended("m"), .append("later")],
      as: .lines, to: daemon)
    for isTriggered in [false, false, true] { try daemon.answer(isTriggered: isTriggered) }
    daemon.memory.turn()
    #expect(daemon.log == ["m", "later"])
    #expect(try daemon.takeAnswers().count == 6)
  }

  @Test func otherConnectionsDoNotWait() throws {
    let daemon = try StyledDaemon()
    send([.began("m"), .ended("m"), .append("later")], as: .lines, to: daemon)
    send([.append("other")], as: .lines, to: daemon, on: "b")
    #expect(daemon.log == ["other"])
    #expect(daemon.memory.waiting(on: "b") == 1)
  }

  @Test(arguments: Form.allCases)
  func aStyleThatDoesNotAnswerIsWaitedForAQuarterOfASecond(_ form: Form) throws {
    let daemon = try StyledDaemon()
    let start = daemon.memory.now
    send([.began("m"), .ended("m"), .append("later")], as: form, to: daemon)
    #expect(daemon.log == [])
    _ = try daemon.memory.next()
    daemon.memory.turn()
    #expect(daemon.log == ["later"])
    #expect(daemon.memory.now - start <= 260_000_000)
  }

  @Test func aButtonThatIsRemovedHoldsNobodyUp() throws {
    let daemon = try StyledDaemon()
    send([.began("m"), .ended("m"), .append("later")], as: .lines, to: daemon)
    try daemon.memory.call("buttons.remove", #"{"ids":["m"]}"#, on: "b")
    daemon.memory.turn()
    #expect(daemon.log == ["later"])
  }

  @Test func aClientThatSendsNothingMoreIsAnsweredFirst() throws {
    let daemon = try StyledDaemon()
    var closed: [ConnectionID] = []
    daemon.memory.service.closeAnswered = { closed.append($0) }
    send([.began("m", id: nil), .ended("m", id: nil), .append("later")], as: .batch, to: daemon)
    let connection = try #require(daemon.memory.connection("a"))
    daemon.memory.service.connectionEnded(connection)
    #expect(closed.isEmpty)
    try daemon.answer()
    try daemon.answer(isTriggered: true)
    daemon.memory.turn()
    #expect(daemon.log == ["m", "later"])
    #expect(closed == [connection])
    #expect(try daemon.takeAnswers().count == 1)
  }

  @Test func aPressThatWaitsForItsFrameHoldsNothingUp() throws {
    let daemon = try StyledDaemon()
    send([.began("m"), .append("later")], as: .lines, to: daemon)
    try daemon.answer()
    daemon.memory.turn()
    _ = try daemon.takeAnswers()
    send([.ended("m", more: #","wait":"published""#), .append("last")], as: .lines, to: daemon)
    try daemon.answer(isTriggered: true)
    #expect(daemon.log == ["later", "m", "last"])
  }

  @Test func requestsTakeEffectInOrderWhateverTheStylesDo() throws {
    var seed = Seed()
    for _ in 0..<scaled(200, few: 30) {
      var random = Seed(seed.next())
      let daemon = try StyledDaemon()
      var expected: [String] = []
      var count = 0
      for step in 0..<12 {
        var requests: [String] = []
        for index in 0..<Int.random(in: 1...4, using: &random) {
          let id = Bool.random(using: &random) ? nil : count
          switch Int.random(in: 0..<4, using: &random) {
          case 0, 1:
            let button = ["m", "n"].randomElement(using: &random) ?? "m"
            requests += [.began(button, id: id), .ended(button, id: id)]
            expected.append(button)
            count += id == nil ? 0 : 2
          default:
            requests.append(.append("\(step).\(index)", id: id))
            expected.append("\(step).\(index)")
            count += id == nil ? 0 : 1
          }
        }
        let form = Form.allCases.randomElement(using: &random) ?? .lines
        send(requests, as: form, to: daemon)
        while !daemon.memory.gestures.isEmpty, Bool.random(using: &random) {
          try daemon.answerAsStandard()
        }
      }
      while daemon.log != expected, try daemon.answerAsStandard() {}
      #expect(daemon.log == expected, "seed \(random.value)")
      let answers = try daemon.takeAnswers()
      #expect(answers.count == count, "seed \(random.value): every request has one answer")
    }
  }
}

/// A daemon in memory with two buttons of a primitive style, whose actions append their ids to `log`.
final class StyledDaemon {
  let memory = MemoryDaemon()
  private let lane: LaneID

  init() throws {
    memory.open("a")
    memory.open("b")
    lane = memory.engine.pluginInstalled(
      PluginDescriptor(
        id: "org.example.p", shortName: "p",
        styles: [EntryDescriptor(name: "style", isPrimitive: true)]), now: memory.now)
    memory.engine.pluginStatusChanged(lane, PluginStatus(state: .running, pid: 42))
    memory.engine.laneReady(lane)
    try memory.call("state.set", #"{"values":{"on":true}}"#)
    for id in ["m", "n"] {
      try memory.call(
        "buttons.define",
        """
        {"buttons":[{"id":"\(id)","style":"p/style","isEnabled":{"state":"on"},\
        "action":{"operations":[{"op":"append","key":"log","value":"\(id)"}]}}]}
        """)
    }
  }

  /// Answers the oldest gesture, and lets the turn end.
  func answer(isTriggered: Bool = false, turns: Int = 2) throws {
    for _ in 0..<20 where memory.gestures.isEmpty { memory.turn() }
    let (sequence, payload) = try #require(memory.takeGesture())
    let handle = try payload.withUnsafeBytes { try GestureFrame(payload: $0).handle }
    answer(sequence, handle, isTriggered: isTriggered, isPressed: !isTriggered)
    for _ in 0..<turns { memory.turn() }
  }

  /// The same as a style does that leaves the press as it is; false when there is no gesture.
  @discardableResult
  func answerAsStandard() throws -> Bool {
    for _ in 0..<20 where memory.gestures.isEmpty { memory.turn() }
    guard let (sequence, payload) = memory.takeGesture() else { return false }
    let (handle, phase) = try payload.withUnsafeBytes { payload in
      let frame = try GestureFrame(payload: payload)
      return (frame.handle, frame.event.phase)
    }
    answer(sequence, handle, isTriggered: phase == .ended, isPressed: phase == .began)
    memory.turn()
    return true
  }

  private func answer(
    _ sequence: UInt32, _ handle: UInt64, isTriggered: Bool, isPressed: Bool
  ) {
    var buffer = FrameBuffer()
    GestureAnswer(
      handle: handle, isTriggered: isTriggered, isPressed: isPressed, scratch: GestureScratch()
    ).write(sequence: sequence, to: &buffer)
    memory.engine.gestureAnswer(
      lane, sequence: sequence,
      payload: UnsafeRawBufferPointer(rebasing: buffer.bytes[FrameHeader.byteCount...]),
      now: memory.now)
  }

  func value(_ key: UTF8String) -> StateValue? {
    memory.engine.store.key(named: key).flatMap { memory.engine.store.value(of: $0) }
  }

  /// What took effect, in order.
  var log: [String] {
    guard case .json(let text)? = value("log") else { return [] }
    return (try? JSONTree(parsing: text.string))?.elements.compactMap(\.string) ?? []
  }

  /// All answers that are there, those of batches one by one.
  func takeAnswers() throws -> [JSONTree] {
    var answers: [JSONTree] = []
    while memory.waiting() > 0, let line = try memory.next() {
      if line.elements.isEmpty { answers.append(line) } else { answers += line.elements }
    }
    return answers
  }
}

extension String {
  private static func request(_ method: String, _ params: String, _ id: Int?) -> String {
    let id = id.map { #","id":\#($0)"# } ?? ""
    return #"{"jsonrpc":"2.0"\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  fileprivate static func began(_ button: String, id: Int? = 1) -> String {
    request("press.began", #"{"id":"\#(button)"}"#, id)
  }

  fileprivate static func moved(_ button: String) -> String {
    request("press.moved", #"{"id":"\#(button)","x":1,"y":1}"#, 1)
  }

  fileprivate static func ended(_ button: String, id: Int? = 1, more: String = "") -> String {
    request("press.ended", #"{"id":"\#(button)"\#(more)}"#, id)
  }

  fileprivate static func append(_ text: String, id: Int? = 1) -> String {
    request("state.update", #"{"operations":[{"op":"append","key":"log","value":"\#(text)"}]}"#, id)
  }

  fileprivate static func set(_ key: String, _ value: Bool) -> String {
    request("state.set", #"{"values":{"\#(key)":\#(value)}}"#, 1)
  }

  fileprivate static let state = request("state.get", "{}", 1)
}
