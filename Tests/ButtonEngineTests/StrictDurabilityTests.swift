import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// With strict durability nobody is told of a change before it is in the journal.
@Suite struct StrictDurabilityTests {
  private static let millisecond: UInt64 = 1_000_000
  let journal = FakeJournal(.strict)

  var rig: Rig { journal.rig }

  /// A client that watches a button which follows the key `on`, and all state, without what it was
  /// told to begin with.
  private func watcher() throws -> FakeClient {
    var definition = ButtonDefinition.make("x", "gray")
    definition.isSelected = .bound(key: "on", equals: nil)
    try rig.define(definition)
    let client = rig.client()
    try rig.turn()
    journal.commit()
    try rig.subscribe(client)
    subscribeState(client)
    try rig.settle()
    _ = client.take()
    return client
  }

  /// A plugin that shows the key `a`, and a client that watches its button.
  private func watchedPlugin() throws -> (Rig, FakeJournal, FakeClient) {
    let rig = Rig(plugins: [FakePlugin("p") { $0.set(title: $0.read("a").map { "\($0)" } ?? "-") }])
    let journal = FakeJournal(.strict, rig)
    try rig.define(.make("x", "p/style"))
    try rig.turn()
    journal.commit()
    try rig.settle()
    let client = rig.client()
    try rig.subscribe(client)
    try rig.settle()
    return (rig, journal, client)
  }

  private func subscribeState(_ client: FakeClient) {
    let result = rig.engine.subscribeState(
      StateSubscriptionSpec(keys: nil, under: nil), since: nil, client.connection)
    try? client.receive(.success(result), serial: rig.ticket(client).serial)
  }

  /// A client changes a key; the serial of what answers it.
  private func set(_ values: [String: StateValue], _ client: FakeClient) throws -> UInt64 {
    try rig.set(values)
    #expect(rig.engine.holdsAnswers)
    let ticket = rig.ticket(client)
    rig.engine.answer(ticket, Array("{}".utf8), once: .kept)
    return ticket.serial
  }

  private func methods(_ client: FakeClient) -> [String] {
    client.take().map { $0["method"]?.string ?? "answer" }
  }

  @Test func answerAndFrameWaitForTheJournal() throws {
    let client = try watcher()
    let serial = try set(["on": .bool(true)], client)
    try rig.turn()
    try rig.turn(after: 50 * StrictDurabilityTests.millisecond)
    #expect(client.lines.isEmpty)
    #expect(journal.waiting == ["on"])
    #expect(rig.engine.wakeTime == nil, "nothing to do but wait")
    journal.commit()
    try rig.turn()
    #expect(client.answers[serial] != nil)
    #expect(methods(client) == ["answer", "state.changed", "buttons.updated"])
  }

  @Test func whatChangesMeanwhileWaitsForItsOwnGroup() throws {
    let client = try watcher()
    let first = try set(["on": .bool(true)], client)
    try rig.turn()
    let second = try set(["on": .bool(false), "other": .int(1)], client)
    try rig.turn()
    journal.commit()
    try rig.turn()
    #expect(client.answers[first] != nil)
    #expect(client.answers[second] == nil)
    let lines = client.take()
    #expect(lines.count == 3)
    #expect(lines[1]["params"]?["values"] == .object(["on": .bool(true)]), "not what came later")
    journal.commit()
    try rig.turn()
    #expect(client.answers[second] != nil)
    #expect(methods(client) == ["answer", "state.changed", "buttons.updated"])
  }

  @Test func anEqualValueIsAnsweredWhenTheValueIsDurable() throws {
    let client = rig.client()
    _ = try set(["a": .int(1)], client)
    try rig.turn()
    let serial = try set(["a": .int(1)], client)
    try rig.turn()
    #expect(client.answers[serial] == nil)
    journal.commit()
    try rig.turn()
    #expect(client.answers[serial] != nil)
    try rig.set(["a": .int(1)])
    #expect(!rig.engine.holdsAnswers)
  }

  /// Nothing of it is ever written.
  @Test func whatIsUndoneBeforeItIsWrittenIsAnsweredAllTheSame() throws {
    let client = rig.client()
    _ = try set(["a": .int(1)], client)
    try rig.turn()
    var serials = [try set(["b": .int(1)], client), rig.awaitPublished(client)]
    try rig.define(.make("x", "gray"))
    serials.append(rig.awaitPublished(client))
    try rig.update([("b", .remove)])
    serials.append(rig.awaitPublished(client))
    let removal = Definitions(removedButtons: Match(ids: ["x"]))
    #expect(try rig.engine.commit(removal).removedButtons == ["x"])
    serials.append(rig.awaitPublished(client))
    for _ in 1...2 {
      try rig.turn(after: StrictDurabilityTests.millisecond)
      #expect(client.answers[serials[0]] == nil)
      try #require(journal.waiting != nil, "a group that is waited for is written")
      journal.commit()
    }
    try rig.turn()
    #expect(serials.allSatisfy { client.answers[$0] != nil })
    #expect(journal.values == ["a": .int(1)])
    #expect(rig.engine.unsavedCount == 0 && !rig.engine.holdsAnswers)
  }

  @Test func barriersWaitToo() throws {
    let client = rig.client()
    try rig.set(["a": .int(1)])
    let wait = rig.awaitPublished(client)
    let sync = rig.sync(client)
    try rig.turn()
    try rig.turn(after: StrictDurabilityTests.millisecond)
    #expect(client.answers.isEmpty)
    journal.commit()
    try rig.turn()
    #expect(client.answers[wait] != nil && client.answers[sync] != nil)
  }

  @Test func whatWaitsForADiskThatHangsTimesOut() throws {
    let client = rig.client()
    try rig.set(["a": .int(1)])
    let wait = rig.awaitPublished(client)
    let sync = rig.sync(client, timeout: 100 * StrictDurabilityTests.millisecond)
    try rig.turn()
    try rig.turn(after: 99 * StrictDurabilityTests.millisecond)
    #expect(client.answers.isEmpty && rig.engine.wakeTime != nil)
    try rig.turn(after: 2 * StrictDurabilityTests.millisecond)
    guard case .failure(.timeout)? = client.answers[sync] else {
      Issue.record("\(client.answers)")
      return
    }
    #expect(client.answers[wait] == nil)
    try rig.turn(after: 5_000 * StrictDurabilityTests.millisecond)
    guard case .failure(.timeout)? = client.answers[wait] else {
      Issue.record("\(client.answers)")
      return
    }
  }

  /// A change is written, and waits for a plugin, when the disk is full for the next.
  @Test func whatIsWrittenIsNotRefusedWithWhatIsNot() throws {
    let (rig, journal, client) = try watchedPlugin()
    try rig.set(["a": .int(1)])
    let first = rig.awaitPublished(client)
    try rig.turn()
    journal.commit()
    try rig.set(["b": .int(1)])
    let second = rig.awaitPublished(client)
    try rig.turn()
    journal.fail()
    try rig.turn()
    #expect(client.answers[first] == nil)
    guard case .failure(.notDurable)? = client.answers[second] else {
      Issue.record("\(client.answers)")
      return
    }
    try rig.settle()
    guard case .success? = client.answers[first] else {
      Issue.record("\(client.answers)")
      return
    }
  }

  @Test func whatCannotBeWrittenIsToldAndStands() throws {
    let client = try watcher()
    let first = try set(["on": .bool(true)], client)
    try rig.turn()
    let second = try set(["other": .int(1)], client)
    let wait = rig.awaitPublished(client)
    journal.fail()
    try rig.turn()
    for serial in [first, second, wait] {
      let answer = try #require(client.answers[serial])
      guard case .failure(.notDurable(applied: true, revision: let revision)) = answer else {
        Issue.record("\(answer)")
        continue
      }
      #expect(revision > 0)
    }
    #expect(rig.value("on") == .bool(true))
    #expect(methods(client).contains("buttons.updated"), "what stands is shown")
  }

  @Test func furtherChangesAreRefusedUntilSomethingCanBeWritten() throws {
    let client = try watcher()
    _ = try set(["on": .bool(true)], client)
    try rig.turn()
    journal.fail()
    try rig.turn()
    let revision = rig.engine.revision
    let refused = EngineError.notDurable(applied: false, revision: revision)
    #expect(throws: refused) { try rig.set(["other": .int(1)]) }
    #expect(throws: refused) { try rig.define(.make("y", "gray")) }
    let removal = Definitions(removedButtons: Match(ids: ["x"]))
    #expect(throws: refused) { try rig.engine.commit(removal) }
    try rig.set(["volatile.a": .int(1)])
    _ = try rig.engine.define([.make("file", "gray")], isFromFile: true)
    #expect(!rig.engine.holdsAnswers)
    #expect(rig.value("other") == nil)
    try rig.turn()
    _ = client.take()
    try rig.turn(after: 200 * StrictDurabilityTests.millisecond)
    #expect(journal.waiting == ["on"], "the same is tried again")
    journal.commit()
    let serial = try set(["other": .int(1)], client)
    try rig.turn()
    #expect(client.answers[serial] == nil)
    journal.commit()
    try rig.turn()
    #expect(client.answers[serial] != nil)
    #expect(journal.values == ["on": .bool(true), "other": .int(1)])
  }

  @Test func anActionIsRefusedBeforeItIsApplied() throws {
    var definition = ButtonDefinition.make("x", "gray")
    definition.action = Action(operations: [
      ActionOperation(key: "n", kind: .increment(by: .int(1)))
    ])
    try rig.define(definition)
    try rig.turn()
    journal.fail()
    #expect(throws: EngineError.self) { try rig.engine.trigger("x") }
    #expect(rig.value("n") == nil)
  }

  @Test func whoeverSubscribesMeanwhileIsNotSentWhatWaits() throws {
    let early = try watcher()
    _ = try set(["on": .bool(true)], early)
    try rig.turn()
    try rig.set(["on": .bool(false)])
    let late = rig.client(2)
    subscribeState(late)
    subscribeState(early)
    #expect(late.subscriptions.first?.value.values == ["on": .bool(false)])
    journal.commit()
    try rig.turn()
    journal.commit()
    try rig.settle()
    for client in [early, late] {
      let told = client.subscriptions.values.first { !$0.values.isEmpty }
      #expect(told?.values == ["on": .bool(false)])
      #expect(client.complaints == [])
    }
  }

  @Test func whoeverLeavesMeanwhileIsSentNothing() throws {
    let client = try watcher()
    _ = try set(["on": .bool(true)], client)
    try rig.turn()
    let name = StateSubscriptionSpec(keys: nil, under: nil).name
    #expect(rig.engine.unsubscribe(name, client.connection))
    client.forget(name)
    journal.commit()
    try rig.turn()
    #expect(methods(client) == ["answer", "buttons.updated"])
  }

  @Test func aConnectionThatIsGoneIsForgotten() throws {
    let client = try watcher()
    _ = try set(["on": .bool(true)], client)
    try rig.turn()
    rig.engine.connectionClosed(client.connection)
    journal.commit()
    try rig.turn()
    #expect(client.lines.allSatisfy { $0["method"] == nil })
  }

  /// A lane that answers late does not keep the journal waiting, nor the journal the lane.
  @Test func theJournalWorksWhilePluginsDo() throws {
    let (rig, journal, client) = try watchedPlugin()
    _ = client.take()
    try rig.set(["a": .int(1)])
    try rig.turn()
    #expect(journal.waiting == ["a"])
    try rig.workers[0].answer(rig.engine, now: rig.now)
    try rig.turn()
    #expect(client.lines.isEmpty)
    journal.commit()
    try rig.turn()
    #expect(client.lines.count == 1)
  }
}
