import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

/// What the engine writes by hand, without the messages' types, held to their tables.
@Suite struct FieldTests {
  private static let millisecond: UInt64 = 1_000_000

  /// What came to a client, read as messages; `answers` says of what requests.
  private func see(
    _ client: FakeClient, _ answers: [UInt64: any Message.Type], in seen: inout SeenFields
  ) throws {
    for line in client.shared {
      let wire = try JSONTree(parsing: String(decoding: line.bytes, as: UTF8.self))
      let type = try #require(WireMessages.type(wire["method"]?.string ?? ""))
      try see(try #require(wire["params"]), as: type, in: &seen)
    }
    for (serial, type) in answers {
      let text = try #require(client.answerTexts[serial])
      try see(JSONTree(parsing: String(decoding: text, as: UTF8.self)), as: type, in: &seen)
    }
  }

  private func see(
    _ object: JSONTree, as type: any Message.Type, in seen: inout SeenFields
  ) throws {
    let parser = JSONParser()
    _ = try type.init(json: try parser.parse(object.text))
    withExtendedLifetime(parser) {}
    seen.see(object, as: type)
  }

  @Test func frameAndAnswersHaveTheFieldsOfTheirTablesAlone() throws {
    var seen = SeenFields()
    try watchButtons(&seen)
    try watchMany(&seen)
    try watchState(&seen)
    #expect(seen.strange == [])
    // Without a fleet nothing is said of one.
    let known = seen.known.subtracting(["LookStatus.scope", "SyncResponse.fleet"])
    #expect(seen.seen == known, "never seen: \(known.subtracting(seen.seen))")
    #expect(seen.known.isSuperset(of: ["LookRecord.patch", "StateChangedNotification.more"]))
  }

  /// Buttons of a plugin that animates, fails and is late, watched whole and by patches.
  private func watchButtons(_ seen: inout SeenFields) throws {
    let rig = Rig(plugins: [TransactionTests.style])
    try rig.define(TransactionTests.button("a"), .make("b", selectedBy: "b"))
    let client = rig.client()
    var answers: [UInt64: any Message.Type] = [:]
    answers[try rig.subscribe(client)] = ButtonsSubscribeResponse.self
    answers[try rig.subscribe(client, form: .delta)] = ButtonsSubscribeResponse.self
    answers[rig.sync(client)] = SyncResponse.self
    try rig.settle(within: 1_000 * FieldTests.millisecond)
    _ = try rig.press(client, "a", .began(nil))
    try rig.settle(within: 1_000 * FieldTests.millisecond)
    try rig.set(["count": .int(1)])
    try rig.turn()
    try rig.turn(after: 8 * FieldTests.millisecond)
    try rig.set(["b": .bool(true)])
    try rig.turn()
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    answers[try rig.get(client, limit: 1)] = ButtonsGetResponse.self
    try rig.settle()
    try rig.set(["fail": .bool(true)])
    try rig.settle()
    answers[try rig.get(client)] = ButtonsGetResponse.self
    try rig.settle()
    try rig.set(["b": .bool(true)], under: "till", of: .feed(1))
    rig.engine.endLeases(of: .feed(1))
    try rig.settle()
    _ = rig.engine.remove(Match(patterns: ["a"]))
    try rig.settle()
    try see(client, answers, in: &seen)
  }

  /// More buttons than a line takes, more removed than are remembered.
  private func watchMany(_ seen: inout SeenFields) throws {
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 8_000
    settings.maximumTombstones = 2
    let rig = Rig(settings)
    _ = try rig.engine.define((0..<100).map { .make("b\($0)") })
    let client = rig.client()
    let serial = try rig.subscribe(client)
    try rig.settle()
    rig.block(client)
    _ = rig.engine.remove(Match(patterns: ["b1*"]))
    try rig.settle()
    rig.drain(client)
    try rig.settle()
    try see(client, [serial: ButtonsSubscribeResponse.self], in: &seen)
  }

  /// More keys than a line takes, and one that goes.
  private func watchState(_ seen: inout SeenFields) throws {
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 8_000
    let rig = Rig(settings)
    let text = StateValue.string(UTF8String(String(repeating: "x", count: 3_000)))
    try rig.set(["a": text, "b": text, "c": text, "d": text], under: "till", of: .feed(1))
    rig.engine.endLeases(of: .feed(1))
    try rig.derive(["derived": "absent + 1", "other": "a + \"\""])
    let client = rig.client()
    let result = rig.engine.subscribeState(
      StateSubscriptionSpec(), since: nil, client.connection)
    let wire = try JSONTree(parsing: String(decoding: result, as: UTF8.self))
    try see(wire, as: StateSubscribeResponse.self, in: &seen)
    client.start(
      try result.withUnsafeBytes { try Wire($0) }, wire["subscription"]?.string ?? "")
    try rig.settle()
    try rig.set(["e": text, "f": text, "g": text])
    try rig.update([("a", .remove)])
    try rig.settle()
    try rig.set(["e": text], under: "till", of: .feed(1), silentAfter: 0)
    try rig.settle()
    try see(client, [:], in: &seen)
  }
}
