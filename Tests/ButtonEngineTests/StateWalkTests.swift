import ButtonModel
import ButtonProtocol
import ButtonStore
import TestSupport
import Testing

@testable import ButtonEngine

/// A subscriber to many keys is brought to the present in parts, however busy the state is.
@Suite struct StateWalkTests {
  private static let everything = StateSubscriptionSpec()
  private static let keyCount = 20_000

  /// A rig whose state has that many keys.
  private static func rig() throws -> Rig {
    var settings = EngineSettings()
    settings.searchAllowance = 300_000
    let rig = Rig(settings)
    for start in stride(from: 0, to: keyCount, by: 5_000) {
      try rig.set(
        Dictionary(uniqueKeysWithValues: (start..<start + 5_000).map { ("k.\($0)", .int(0)) }))
    }
    try rig.settle()
    return rig
  }

  /// Subscribes and returns the answer; also what that cost, in units of work.
  @discardableResult
  private func subscribe(
    _ rig: Rig, _ client: FakeClient, _ spec: StateSubscriptionSpec = everything,
    since: UInt64? = nil
  ) throws -> (answer: Wire, work: Int) {
    let before = rig.engine.context.budget.work
    let result = rig.engine.subscribeState(
      spec, since: since.map { RevisionMark(epoch: "epoch", revision: $0) }, client.connection)
    let answer = try result.withUnsafeBytes { try Wire($0) }
    client.start(answer, spec.name)
    return (answer, rig.engine.context.budget.work - before)
  }

  private func isPartial(_ client: FakeClient) -> Bool {
    client.subscriptions[Self.everything.name]?.isPartial == true
  }

  @Test func aRequestForManyKeysCostsNoMoreThanItsFirstPart() throws {
    let rig = try Self.rig()
    let most = 8 * rig.engine.settings.searchAllowance
    let snapshot = try subscribe(rig, rig.client(1))
    #expect(snapshot.answer["more"] == .bool(true) && snapshot.work < most)
    let resumed = try subscribe(rig, rig.client(2), since: 1)
    #expect(resumed.answer["more"] == .bool(true) && resumed.work < most)
    #expect(snapshot.work > 0 && resumed.work > 0)
    var work = rig.engine.context.budget.work
    for _ in 0..<100 where isPartial(rig.client(1)) || isPartial(rig.client(2)) {
      try rig.turn()
      #expect(rig.engine.context.budget.work - work < 2 * most)
      work = rig.engine.context.budget.work
    }
    for number in [1, 2] as [UInt32] {
      let values = rig.client(number).subscriptions[Self.everything.name]?.values
      #expect(values?.count == (number == 1 ? Self.keyCount : 15_000))
    }
    // Nothing changed since; every key is looked at nevertheless, and charged for.
    let nothing = try subscribe(rig, rig.client(3), since: rig.engine.revision)
    #expect(nothing.answer["more"] == nil && nothing.work >= Self.keyCount)
  }

  @Test func aSubscriberArrivesThoughKeysChangeInEveryTick() throws {
    let rig = try Self.rig()
    let (client, other) = (rig.client(1), rig.client(2))
    try subscribe(rig, other)
    try rig.settle()
    try subscribe(rig, client)
    #expect(isPartial(client))
    var random = Seed()
    var turns = 0
    while isPartial(client), turns < 1_000 {
      turns += 1
      let names = (0..<50).map { _ in "k.\(Int.random(in: 0..<Self.keyCount, using: &random))" }
      var changes: [(String, StateOperation.Kind)] = []
      for name in names {
        changes.append(
          (name, turns % 3 == 0 ? .remove : .set(.int(Int64(turns)))))
      }
      changes.append(("new.\(turns)", .set(.int(1))))
      try rig.update(changes)
      try rig.turn()
    }
    #expect(turns > 2 && turns < 100)
    try rig.settle()
    let expected = other.subscriptions[Self.everything.name]
    #expect(client.subscriptions[Self.everything.name]?.values == expected?.values)
    #expect(client.subscriptions[Self.everything.name]?.revision == expected?.revision)
    #expect(client.complaints.isEmpty)
  }

  @Test(arguments: [500, 4_200])
  func whatChangesBehindAWalkIsSentAtItsEnd(changed: Int) throws {
    let rig = try Self.rig()
    let client = rig.client()
    try subscribe(rig, client)
    let sent = try #require(client.subscriptions[Self.everything.name]?.values.keys.sorted())
    #expect(sent.count > changed)
    try rig.set(Dictionary(uniqueKeysWithValues: sent.prefix(changed).map { ($0, .int(7)) }))
    try rig.update([(sent[0], .remove)])
    try rig.settle()
    let values = try #require(client.subscriptions[Self.everything.name]?.values)
    #expect(values.count == Self.keyCount - 1)
    #expect(values.filter { $0.value == .int(7) }.count == changed - 1)
    #expect(!isPartial(client))
    #expect(client.subscriptions[Self.everything.name]?.revision == rig.engine.revision)
  }

  @Test func aClientThatDoesNotReadDuringAWalkMissesNothing() throws {
    let rig = try Self.rig()
    let client = rig.client()
    try subscribe(rig, client)
    try rig.turn()
    rig.block(client)
    let first = try #require(client.subscriptions[Self.everything.name]?.values.keys.first)
    try rig.update([(first, .set(.int(9)))])
    try rig.settle()
    rig.drain(client)
    try rig.settle()
    let values = try #require(client.subscriptions[Self.everything.name]?.values)
    #expect(values.count == Self.keyCount && values[first] == .int(9))
    #expect(client.complaints.isEmpty && !isPartial(client))
  }

  @Test func aSlowClientArrivesThoughItBlocksAtEachPart() throws {
    let rig = Rig()
    let text = StateValue.string(UTF8String(String(repeating: "x", count: 2_000)))
    try rig.set(Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("k.\($0)", text) }))
    try rig.settle()
    let client = rig.client()
    try subscribe(rig, client)
    var rounds = 0
    while isPartial(client), rounds < 100 {
      rounds += 1
      rig.block(client)
      try rig.set(["k.\(rounds)": .int(1), "k.\(3_000 - rounds)": .int(2)])
      try rig.settle()
      rig.drain(client)
      try rig.turn()
    }
    #expect(rounds > 3 && rounds < 20)
    try rig.settle()
    let values = try #require(client.subscriptions[Self.everything.name]?.values)
    #expect(values.count == 3_000)
    #expect(values.filter { $0.value == .int(1) || $0.value == .int(2) }.count == 2 * rounds)
    #expect(client.complaints.isEmpty && !isPartial(client))
  }

  @Test func fewKeysComeInTheOrderOfTheirNames() throws {
    let rig = try Self.rig()
    try rig.set(["few.b": .int(2), "few.a": .int(1), "few": .int(0), "z": .int(3)])
    try rig.settle()
    let spec = StateSubscriptionSpec(keys: ["z", "few.a", "absent"], under: "few")
    let (answer, work) = try subscribe(rig, rig.client(), spec)
    #expect(answer["more"] == nil)
    #expect(answer["values"]?.members.count == 4)
    #expect(work < 10_000, "the other keys are not looked at")
  }

  @Test func aPageOfNamesAndWhatLiesUnderOneIsInOrderAndCostsWhatItShows() throws {
    let rig = try Self.rig()
    try rig.set(["a": .int(1), "k.100.x": .int(2), "z": .int(3)])
    try rig.settle()
    let spec = StateSubscriptionSpec(keys: ["a", "absent", "k.100", "k.100.x", "z"], under: "k")
    let before = rig.engine.context.budget.work
    var names: [String] = []
    rig.engine.forEachKey(spec, after: "absent") { name, _ in
      names.append("\(name)")
      return names.count < 7
    }
    #expect(rig.engine.context.budget.work - before < 10_000)
    #expect(names == ["k.0", "k.1", "k.10", "k.100", "k.100.x", "k.1000", "k.10000"])

    names = []
    rig.engine.forEachKey(spec, after: "k.9998") { name, _ in
      names.append("\(name)")
      return true
    }
    #expect(names == ["k.9999", "z"])
  }

  @Test func aListThatIsTooLongIsFoundAgain() {
    let ids = (0..<5_000 as Range<UInt32>).map { KeyID(rawValue: $0) }
    var walk = StateWalk(after: nil, to: 3, listed: Array(ids[..<10]))
    #expect(walk.remaining == Array(ids[..<10]))
    walk.note(Array(ids[5..<20]), keepsList: true)
    #expect(walk.remaining == Array(ids[..<20]), "each once")
    walk.note(ids, keepsList: true)
    #expect(walk.remaining == nil && walk.next == 0 && walk.after == nil && walk.revision == 3)

    var isLast = walk.advance(2, of: StateWalk.Part(keys: Array(ids[..<4]), end: 4))
    #expect(!isLast && walk.next == 2)
    walk.note(Array(ids[1..<4]), keepsList: true)
    isLast = walk.advance(0, of: StateWalk.Part(keys: [], end: nil))
    var isOnItsWay = walk.turnToRest(8)
    #expect(isLast && isOnItsWay)
    #expect(walk.remaining == [ids[1]] && walk.after == 3 && walk.revision == 8)
    isLast = walk.advance(1, of: StateWalk.Part(keys: [ids[1]], end: nil))
    isOnItsWay = walk.turnToRest(8)
    #expect(isLast && !isOnItsWay)
  }
}
