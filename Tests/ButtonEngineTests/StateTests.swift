import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// Changes of state and who is told of them.
@Suite struct StateTests {
  /// What an operation makes of a value; nil stands for an absent key.
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: StateOperation.Kind
    let old: StateValue?
    let new: StateValue?
    var testDescription: String { "\(kind) of \(old.map { "\($0)" } ?? "nothing")" }

    init(_ kind: StateOperation.Kind, _ old: StateValue?, _ new: StateValue?) {
      self.kind = kind
      self.old = old
      self.new = new
    }
  }

  static let cases = [
    Case(.increment(by: .int(1)), nil, .int(1)),
    Case(.increment(by: .int(-3)), .int(1), .int(-2)),
    Case(.increment(by: .double(0.5)), .int(1), .double(1.5)),
    Case(.increment(by: .int(1)), .double(0.5), .double(1.5)),
    Case(.toggle, nil, .bool(true)),
    Case(.toggle, .bool(true), .bool(false)),
    Case(.append(.int(1)), nil, .json("[1]")),
    Case(.append(.string("x")), .json("[1]"), .json("[1,\"x\"]")),
    Case(.append(.json("{}")), .json("[]"), .json("[{}]")),
    Case(.remove, nil, nil),
    Case(.remove, .int(1), nil),
    Case(.merge(.json("{\"a\":1,\"b\":null}")), nil, .json("{\"a\":1}")),
    Case(
      .merge(.json("{\"a\":null,\"c\":{\"d\":2}}")), .json("{\"a\":1,\"b\":1}"),
      .json("{\"b\":1,\"c\":{\"d\":2}}")),
    Case(.merge(.json("{\"a\":1}")), .json("[1]"), .json("{\"a\":1}")),
    Case(.merge(.json("{\"a\":1}")), .int(4), .json("{\"a\":1}")),
    Case(.merge(.int(5)), .json("{\"a\":1}"), .int(5)),
  ]

  @Test(arguments: cases) func anOperationMakesTheDocumentedValue(_ row: Case) throws {
    let rig = Rig()
    if let old = row.old { try rig.set(["k": old]) }
    try rig.update([("k", row.kind)])
    #expect(rig.value("k") == row.new)
  }

  static let refusals: [Case] = [
    Case(.increment(by: .int(1)), .int(.max), nil),
    Case(.increment(by: .int(1)), .string("1"), nil),
    Case(.increment(by: .double(.greatestFiniteMagnitude)), .double(.greatestFiniteMagnitude), nil),
    Case(.toggle, .int(1), nil), Case(.append(.int(1)), .json("{}"), nil),
  ]

  @Test(arguments: refusals) func oneOperationThatCannotBeDoneAppliesNothing(_ row: Case) throws {
    let rig = Rig()
    if let old = row.old { try rig.set(["k": old]) }
    let revision = rig.engine.revision
    #expect(throws: EngineError.self) {
      try rig.update([("other", .set(.int(1))), ("k", row.kind)])
    }
    #expect(rig.engine.revision == revision)
    #expect(rig.keyCount == 1)
  }

  @Test func operationsOfOneSetSeeEachOtherAndCountOnce() throws {
    let rig = Rig()
    var changes = ChangeSet()
    for _ in 0..<3 {
      changes.append(StateOperation(key: "n", kind: .increment(by: .int(1))))
    }
    changes.append(StateOperation(key: "m", kind: .set(.int(1))))
    changes.append(StateOperation(key: "m", kind: .remove))
    #expect(try rig.engine.apply(&changes) == 1)
    #expect(changes.changed.count == 1)
    #expect(rig.value("n") == .int(3))
    #expect(rig.value("m") == nil)
  }

  @Test func thousandsOfChangesInOneSetAreOneRevision() throws {
    let rig = Rig()
    var operations = ChangeSet()
    for number in 0..<50_000 {
      operations.append(
        StateOperation(key: UTF8String("k\(number % 20_000)"), kind: .increment(by: .int(1))))
    }
    for revision in 1...2 {
      var changes = operations
      #expect(try rig.engine.apply(&changes) == UInt64(revision))
      #expect(changes.changed.count == 20_000)
    }
    #expect(rig.value("k0") == .int(6))
  }

  @Test func anEqualValueIsNoChange() throws {
    let rig = Rig()
    try rig.set(["k": .int(1)])
    #expect(try rig.set(["k": .int(1)]) == 1)
    #expect(try rig.set(["k": .double(1)]) == 2, "1 and 1.0 differ")
  }

  @Test func aConditionGuardsTheNamedKeysOnly() throws {
    let rig = Rig()
    let revision = try rig.set(["a": .int(1)])
    try rig.set(["b": .int(1)])
    var changes = ChangeSet()
    changes.append(StateOperation(key: "a", kind: .set(.int(2))))
    #expect(try rig.engine.apply(&changes, ifRevision: revision) == 3)
    #expect(throws: EngineError.conflict(key: "a", changedAt: 3)) {
      try rig.engine.apply(&changes, ifRevision: revision)
    }
    #expect(throws: EngineError.revisionAhead(current: 3)) {
      try rig.engine.apply(&changes, ifRevision: 4)
    }
  }

  @Test func limitsNameThemselvesAndApplyNothing() throws {
    var settings = EngineSettings()
    settings.limits.keys = 2
    settings.limits.valueBytes = 10
    settings.limits.stateBytes = 30
    let rig = Rig(settings)
    #expect(throws: EngineError.limitExceeded(limit: "keys", value: 2, index: 2)) {
      try rig.set(["a": .int(1), "b": .int(1), "c": .int(1)])
    }
    #expect(throws: EngineError.limitExceeded(limit: "valueBytes", value: 10, index: 0)) {
      try rig.set(["a": .string("01234567890")])
    }
    #expect(throws: EngineError.limitExceeded(limit: "stateBytes", value: 30, index: 0)) {
      try rig.set([String(repeating: "n", count: 25): .int(1)])
    }
    #expect(throws: EngineError.invalidKey(index: 0)) { try rig.set(["a..b": .int(1)]) }
    #expect(rig.engine.revision == 0)
    #expect(rig.keyCount == 0)
  }

  @Test func whatAddsNothingIsAppliedAboveTheLimits() throws {
    let rig = Rig()
    try rig.set(["a": .int(1), "b": .string("long")])
    rig.engine.settings.limits.keys = 1
    rig.engine.settings.limits.stateBytes = 1
    try rig.set(["a": .int(2)])
    try rig.update([("b", .set(.string("s"))), ("a", .increment(by: .int(1)))])
    #expect(throws: EngineError.limitExceeded(limit: "keys", value: 1, index: 0)) {
      try rig.set(["c": .int(1)])
    }
    #expect(throws: EngineError.limitExceeded(limit: "stateBytes", value: 1, index: 0)) {
      try rig.set(["b": .string("longer")])
    }
    #expect(rig.value("a") == .int(3))
  }

  @Test func keysThatComeAndGoDoNotPileUp() throws {
    var settings = EngineSettings()
    settings.unusedKeys = 256
    let rig = Rig(settings, plugins: [FakePlugin("p", reads: ["state.shop.*"]) { _ in }])
    // The store remembers 16,384 removals.
    for round in 0..<400 {
      let names = (0..<64).map { "k\(round).\($0)" }
      try rig.update(names.map { ($0, .set(.int(1))) })
      try rig.update(names.map { ($0, .remove) })
      try rig.settle()
    }
    #expect(rig.keyCapacity < 22_000)
  }

  @Test func aNumberGivenToAnotherKeyIsNotTakenForTheOldOne() throws {
    var settings = EngineSettings()
    settings.maximumTombstones = 1
    settings.unusedKeys = 256
    let rig = Rig(
      settings,
      plugins: [
        FakePlugin("p") { update in
          let key = update.read("which").map { "\($0)" } ?? "none"
          let name = String(key.filter { $0.isNumber })
          update.set(title: "\(update.read("v\(name)") ?? .null)")
        }
      ])
    try rig.define(.make("a", "p/style"))
    let client = rig.client()
    try rig.subscribe(client)
    // Every read of an absent key interns a name; unused ones are given back and used again.
    for number in 0..<1_000 {
      try rig.set(["which": .int(Int64(number))])
      try rig.settle()
    }
    #expect(rig.keyCapacity < 500)
    try rig.set(["v999": .int(7), "v5": .int(8)])
    try rig.settle()
    #expect(client.title("a") == "int(7)")
  }

  @Test func aSubscriberIsToldOncePerCommit() throws {
    let rig = Rig()
    try rig.set(["shop.a": .int(1), "other": .int(1)])
    let client = rig.client()
    let spec = StateSubscriptionSpec(under: "shop")
    subscribe(rig, client, spec)
    #expect(client.subscriptions[spec.name]?.values == ["shop.a": .int(1)])
    try rig.set(["shop.a": .int(2)])
    try rig.set(["shop.b": .int(2), "other": .int(3)])
    try rig.update([("shop.a", .remove)])
    try rig.settle()
    #expect(client.lines.count == 1)
    #expect(client.subscriptions[spec.name]?.values == ["shop.b": .int(2)])
    try rig.set(["other": .int(9)])
    try rig.settle()
    #expect(client.lines.count == 1)
  }

  @Test func whatASubscriberSawBeforeItsCommitIsTakenBackWithIt() throws {
    let rig = Rig()
    try rig.set(["a": .int(1)])
    try rig.settle()
    try rig.set(["a": .int(2)])
    let client = rig.client()
    let spec = StateSubscriptionSpec()
    subscribe(rig, client, spec)
    #expect(client.subscriptions[spec.name]?.values == ["a": .int(2)])
    try rig.set(["a": .int(1)])
    try rig.settle()
    #expect(client.subscriptions[spec.name]?.values == ["a": .int(1)])
  }

  @Test func aBlockedSubscriberIsToldTheNewestValuesWhenItHasDrained() throws {
    let rig = Rig()
    let client = rig.client()
    let spec = StateSubscriptionSpec()
    subscribe(rig, client, spec)
    rig.block(client)
    for number in 1...5 {
      try rig.set(["a": .int(Int64(number)), "b": .int(1)])
      try rig.settle()
    }
    try rig.update([("b", .remove)])
    try rig.settle()
    #expect(client.lines.isEmpty)
    rig.drain(client)
    try rig.settle()
    #expect(client.lines.count == 1)
    #expect(client.subscriptions[spec.name]?.values == ["a": .int(5)])
  }

  @Test func aLargeStateComesOnePartATurnAndNotWhileBlocked() throws {
    var settings = EngineSettings()
    settings.limits.maxFrameBytes = 2_000
    let rig = Rig(settings)
    try rig.set(Dictionary(uniqueKeysWithValues: (0..<500).map { ("k\($0)", .int(0)) }))
    try rig.settle()
    let (slow, behind) = (rig.client(1), rig.client(2))
    let spec = StateSubscriptionSpec()
    subscribe(rig, behind, spec)
    try rig.settle()
    rig.block(behind)
    subscribe(rig, slow, spec)
    for turn in 0..<3 {
      try rig.turn()
      #expect(slow.lines.count == turn + 1)
    }
    rig.block(slow)
    // Changed before it was told, after it was told, and gone.
    try rig.set(Dictionary(uniqueKeysWithValues: (0..<500).map { ("k\($0)", .int(1)) }))
    try rig.update([("k0", .remove), ("k499", .remove), ("new", .set(.int(1)))])
    try rig.settle()
    #expect(slow.lines.count == 3)
    rig.drain(slow)
    rig.drain(behind)
    try rig.turn()
    #expect(slow.lines.count == 4 && behind.lines.last?["params"]?["more"] == .bool(true))
    try rig.set(["k7": .int(7)])
    let barrier = rig.sync(slow)
    try rig.settle()
    #expect(slow.lines.last?["epoch"] != nil, "the answer to sync comes after all parts")
    #expect(slow.answers[barrier] != nil)
    for client in [slow, behind] {
      let values = try #require(client.subscriptions[spec.name]?.values)
      #expect(values.count == 499)
      #expect(values["k0"] == nil && values["k499"] == nil && values["new"] == .int(1))
      #expect(values["k7"] == .int(7))
      #expect(values.filter { $0.value == .int(1) }.count == 498)
      #expect(client.longestLine <= 2_000)
    }
  }

  @Test func whoResumesIsToldWhatChangedAndWhatIsGone() throws {
    let rig = Rig()
    let revision = try rig.set(["a": .int(1), "b": .int(1), "c": .int(1)])
    try rig.settle()
    try rig.update([("a", .remove), ("b", .set(.int(2)))])
    try rig.settle()
    let client = rig.client()
    let spec = StateSubscriptionSpec()
    for (epoch, since, isSnapshot) in [
      ("epoch", revision, false), ("other", revision, true), ("epoch", revision + 10, true),
    ] {
      rig.engine.connectionClosed(client.connection)
      let bytes = rig.engine.subscribeState(
        spec, since: RevisionMark(epoch: epoch, revision: since), client.connection)
      let result = try bytes.withUnsafeBytes { try Wire($0) }
      #expect(result["snapshot"] == .bool(isSnapshot))
      let values: [String: Wire] = isSnapshot ? ["b": .int(2), "c": .int(1)] : ["b": .int(2)]
      #expect(result["values"] == .object(values))
      #expect(result["removed"] == .array(isSnapshot ? [] : [.string("a")]))
    }
  }

  private func subscribe(_ rig: Rig, _ client: FakeClient, _ spec: StateSubscriptionSpec) {
    let result = rig.engine.subscribeState(spec, since: nil, client.connection)
    guard let wire = try? result.withUnsafeBytes({ try Wire($0) }) else { return }
    client.start(wire, spec.name)
  }
}
