import ButtonModel
import ButtonProtocol
import ButtonStore
import TestSupport
import Testing

@testable import ButtonEngine

/// Keys that follow from other keys.
@Suite struct DerivedKeyTests {
  @Test func aDerivedKeyHasTheValueOfItsExpressionAtOnce() throws {
    let rig = Rig()
    try rig.set(["cart.total": .int(3)])
    try rig.derive(["cart.isPayable": "cart.total > 0"])
    rig.engine.settle()
    #expect(rig.value("cart.isPayable") == .bool(true))
    try rig.set(["cart.total": .int(0)])
    try rig.turn()
    #expect(rig.value("cart.isPayable") == .bool(false))
  }

  @Test func aTemplateIsAText() throws {
    let rig = Rig()
    try rig.engine.derive("label", .template("Pay {total:%.2f} €"))
    try rig.set(["total": .double(4.5)])
    try rig.turn()
    #expect(rig.value("label") == .string("Pay 4.50 €"))
  }

  @Test func aChainIsEvaluatedInOneTick() throws {
    let rig = Rig()
    // In the order that is worst for whoever evaluates as they were defined.
    for index in (1...10).reversed() { try rig.derive(["k\(index)": "k\(index - 1) + 1"]) }
    try rig.set(["k0": .int(0)])
    try rig.turn()
    #expect(rig.value("k10") == .int(10))
    try rig.set(["k0": .int(5)])
    let revision = rig.engine.revision
    try rig.turn()
    #expect(rig.value("k10") == .int(15))
    #expect(rig.engine.revision == revision + 1, "all of a tick is one revision")
  }

  @Test func readersOfAnEqualValueAreNotTouched() throws {
    let rig = Rig()
    try rig.derive(["isLow": "stock < 10"])
    try rig.define(.make("x", "gray", selectedBy: "isLow"))
    try rig.set(["stock": .int(50)])
    try rig.settle()
    let resolves = rig.resolves("x")
    try rig.set(["stock": .int(40)])
    try rig.settle()
    #expect(rig.resolves("x") == resolves)
    try rig.set(["stock": .int(4)])
    try rig.settle()
    #expect(rig.resolves("x") == resolves + 1)
  }

  @Test func subscribersHearOfASourceAndWhatFollowsInOneLine() throws {
    let rig = Rig()
    let client = rig.client()
    try rig.derive(["b": "a * 2", "c": "a + b"])
    try rig.set(["a": .int(1)])
    try rig.turn()
    try rig.subscribeState(client)
    try rig.set(["a": .int(10)])
    try rig.turn()
    let lines = client.take()
    #expect(lines.count == 1)
    #expect(
      lines.first?["params"]?["values"]?.members
        == ["a": .int(10), "b": .int(20), "c": .int(30)])
  }

  @Test func anAnswerBeforeTheTickShowsOneState() throws {
    let rig = Rig()
    try rig.derive(["b": "a * 2"])
    try rig.set(["a": .int(1)])
    try rig.turn()
    try rig.set(["a": .int(7)])
    var found: [String: StateValue] = [:]
    rig.engine.forEachKey(StateSubscriptionSpec(keys: nil, under: nil), after: nil) {
      found[$0.string] = $1
      return true
    }
    #expect(found == ["a": .int(7), "b": .int(14)])
  }

  @Test func whatCannotBeEvaluatedIsAbsentAndNamed() throws {
    let rig = Rig()
    let client = rig.client()
    try rig.set(["a": .int(1), "b": .int(1)])
    try rig.derive(["q": "a / b"])
    try rig.turn()
    try rig.subscribeState(client)
    try rig.set(["b": .int(0)])
    try rig.turn()
    let params = try #require(client.take().last?["params"])
    #expect(params["removed"]?.elements == [.string("q")])
    let error = params["errors"]?["q"]
    #expect(error?["code"]?.string == "divisionByZero")
    #expect(error?["column"]?.int == 3)
    try rig.set(["b": .int(1)])
    try rig.turn()
    #expect(rig.value("q") == .int(1))
    #expect(client.take().last?["params"]?["errors"] == nil)
  }

  @Test func aDerivedKeyCannotBeWritten() throws {
    let rig = Rig()
    try rig.derive(["b": "1"])
    #expect(throws: EngineError.derivedKey(index: 1, key: "b")) {
      try rig.set(["a": .int(1), "b": .int(2)])
    }
    #expect(rig.value("a") == nil)
  }

  @Test func aKeyWithAValueCannotBeDerived() throws {
    let rig = Rig()
    try rig.set(["a": .int(1)])
    #expect(throws: EngineError.keyHasValue(key: "a")) { try rig.derive(["a": "2", "b": "2"]) }
    #expect(rig.engine.derivation(of: "b") == nil)
    try rig.update([("a", .remove)])
    try rig.derive(["a": "2"])
    try rig.turn()
    #expect(rig.value("a") == .int(2))
  }

  @Test func aCycleIsRefusedWithItsPath() throws {
    let rig = Rig()
    try rig.derive(["a": "x + 1", "b": "a + 1", "c": "b + 1"])
    #expect(throws: EngineError.derivationCycle(path: ["a", "c", "b", "a"])) {
      try rig.derive(["a": "c + 1", "other": "1"])
    }
    #expect(rig.engine.derivation(of: "other") == nil)
    try rig.set(["x": .int(0)])
    try rig.turn()
    #expect(rig.value("c") == .int(3), "what was there before still holds")
    #expect(throws: EngineError.derivationCycle(path: ["d", "d"])) { try rig.derive(["d": "d"]) }
  }

  /// A refusal leaves every reader in its list once: read twice, a key would count as ready while
  /// another of its inputs is not, and be evaluated before it.
  @Test func afterARefusalRanksAreStillRight() throws {
    let rig = Rig()
    // `other` keeps the list of the readers of `a` so long that none are swept out of it.
    try rig.derive(["a": "x", "b": "a + 1", "c": "b + 1", "d": "a + c", "other": "a"])
    #expect(throws: EngineError.self) { try rig.derive(["d": "a + c + e", "e": "d"]) }
    #expect(throws: EngineError.self) { try rig.derive(["b": "a + d", "c": "b", "d": "a + c"]) }
    try rig.derive(["y": "x", "a": "y"])
    try rig.set(["x": .int(1)])
    let revision = rig.engine.revision
    try rig.turn()
    #expect(rig.value("d") == .int(4))
    #expect(rig.engine.rank(of: "d") == 4)
    #expect(rig.engine.revision == revision + 1)
  }

  @Test func aKeyThatIsDerivedNoMoreIsAnOrdinaryOne() throws {
    let rig = Rig()
    try rig.set(["a": .int(1)])
    try rig.derive(["b": "a + 1", "c": "b + 1"])
    try rig.turn()
    try rig.derive(["b": nil])
    try rig.turn()
    #expect(rig.value("b") == nil)
    #expect(rig.value("c") == nil, "what it reads is absent")
    try rig.set(["b": .int(10)])
    try rig.turn()
    #expect(rig.value("c") == .int(11))
  }

  @Test func theLimitOfDerivedKeysHolds() throws {
    var settings = EngineSettings()
    settings.limits.derivedKeys = 2
    let rig = Rig(settings)
    try rig.derive(["a": "1", "b": "2"])
    #expect(throws: EngineError.limitExceeded(limit: "derivedKeys", value: 2, index: nil)) {
      try rig.derive(["c": "3"])
    }
    try rig.derive(["a": nil, "c": "3"])
    #expect(rig.engine.derivation(of: "c") != nil)
  }

  @Test func aTickEvaluatesWhatItsStepsAllowAndTheNextOneTheRest() throws {
    let rig = Rig()
    // Each takes some 7,000 steps: more than a tick may take together, fewer than one may alone.
    let list = "[" + Array(repeating: "1", count: 800).joined(separator: ",") + "]"
    try rig.set(["list": .json(UTF8String(list))])
    var keys: [String: String?] = [:]
    for index in 0..<400 { keys["k\(index)"] = "list.map(x, x + a).exists(y, y < 0)" }
    try rig.derive(keys)
    try rig.set(["a": .int(0)])
    try rig.turn()
    let late = (0..<400).filter { rig.value(UTF8String("k\($0)")) == nil }
    #expect(!late.isEmpty && late.count < 400)
    for _ in 0..<10 { try rig.turn(after: 20_000_000) }
    #expect((0..<400).allSatisfy { rig.value(UTF8String("k\($0)")) == .bool(false) })
    #expect(rig.engine.isSettled)
  }

  @Test func idsOfKeysThatAreReadStay() throws {
    var settings = EngineSettings()
    settings.unusedKeys = 256
    let rig = Rig(settings)
    try rig.derive(["b": "a"])
    try rig.turn()
    // More than the store remembers as removed.
    let junk = (0..<22_000).map { "junk\($0)" }
    try rig.update(junk.map { ($0, .set(.int(1))) })
    try rig.turn()
    try rig.update(junk.map { ($0, .remove) })
    for _ in 0..<5 { try rig.turn(after: 1_000_000) }
    try rig.set(["a": .int(4)])
    try rig.turn()
    #expect(rig.value("b") == .int(4))
  }

  // MARK: Leases

  @Test func whatFollowsFromALostKeyIsLostWithIt() throws {
    let rig = Rig()
    let feeder = rig.client(1)
    let watcher = rig.client(2)
    try rig.set(["stock": .int(3)], under: "scale", of: feeder)
    try rig.set(["price": .int(5)])
    try rig.derive(["isLow": "stock < 10", "isUrgent": "isLow && price > 1", "isDear": "price > 4"])
    try rig.define(
      .make("urgent", "gray", selectedBy: "isUrgent"), .make("dear", "gray", selectedBy: "isDear"))
    try rig.subscribe(watcher)
    try rig.settle()
    _ = watcher.take()
    rig.close(feeder)
    try rig.settle()
    let lines = watcher.take()
    #expect(lines.count == 1)
    let records = lines.first?["params"]?["buttons"]?.elements ?? []
    #expect(records.compactMap { $0["id"]?.string } == ["urgent"])
    #expect(records.first?["status"]?["reason"]?.string == "sourceLost")
    #expect(records.first?["status"]?["keys"]?.elements == [.string("stock")])
    try rig.set(["stock": .int(3)], under: "scale", of: rig.client(3))
    try rig.settle()
    #expect(watcher.reason("urgent") == nil)
  }

  @Test func anExpressionMayAskWhetherAKeyIsLost() throws {
    let rig = Rig()
    let feeder = rig.client(1)
    try rig.set(["stock": .int(3)], under: "scale", of: feeder)
    try rig.derive(["label": "lost(stock) ? \"no scale\" : string(stock)"])
    try rig.turn()
    #expect(rig.value("label") == .string("3"))
    rig.close(feeder)
    try rig.turn()
    #expect(rig.value("label") == .string("no scale"))
    try rig.set(["stock": .int(3)], under: "scale", of: rig.client(2))
    try rig.turn()
    #expect(rig.value("label") == .string("3"))
  }

  // MARK: Random lives

  /// Whatever is defined, redefined, removed and written: what the engine shows is what evaluating
  /// everything anew shows.
  @Test func incrementalEqualsFromScratch() throws {
    var seed = Seed()
    for _ in 0..<scaled(12) { try live(Seed(seed.next())) }
  }

  private func live(_ seed: Seed) throws {
    var random = seed
    let rig = Rig()
    var stored: [String: Int] = [:]
    var derived: [String: [String]] = [:]
    func name(_ number: Int) -> String { "k\(number)" }
    for step in 0..<300 {
      let key = name(.random(in: 0..<24, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let value = Int.random(in: 0..<4, using: &random)
        do {
          try rig.set([key: .int(Int64(value))])
          stored[key] = value
          #expect(derived[key] == nil)
        } catch EngineError.derivedKey { #expect(derived[key] != nil) }
      case 5..<8:
        let inputs = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          name(.random(in: 0..<24, using: &random))
        }
        do {
          try rig.derive([key: inputs.joined(separator: " + ")])
          #expect(stored[key] == nil)
          derived[key] = inputs
        } catch EngineError.keyHasValue {
          #expect(stored[key] != nil)
        } catch EngineError.derivationCycle(let path) {
          #expect(path.first == path.last)
          for (one, next) in zip(path, path.dropFirst()) {
            let reads = one == key ? inputs : derived[one] ?? []
            #expect(reads.contains(next))
          }
        }
      case 8 where derived[key] != nil:
        try rig.derive([key: nil])
        derived[key] = nil
      default:
        if stored[key] != nil {
          try rig.update([(key, .remove)])
          stored[key] = nil
        }
      }
      if step % 3 == 0 { try rig.turn() } else { rig.engine.settle() }
      var known: [String: Int?] = [:]
      func value(_ key: String) -> Int? {
        if let value = stored[key] { return value }
        if let value = known[key] { return value }
        guard let inputs = derived[key] else { return nil }
        var sum: Int? = 0
        for input in inputs {
          guard let left = sum, let right = value(input) else {
            sum = nil
            break
          }
          sum = left + right
        }
        known[key] = .some(sum)
        return sum
      }
      for number in 0..<24 {
        let expected = value(name(number)).map { StateValue.int(Int64($0)) }
        #expect(rig.value(UTF8String(name(number))) == expected, "\(name(number)) in step \(step)")
      }
    }
  }
}

extension Rig {
  /// Derives keys by expressions; nil ends that.
  func derive(_ keys: [String: String?]) throws {
    let changes = try keys.sorted { $0.key < $1.key }.map { name, source in
      DerivationChange(
        UTF8String(name), try source.map { try Derivation(.expression(UTF8String($0))) })
    }
    _ = try engine.derive(changes)
  }

  /// Subscribes a client to all state.
  func subscribeState(_ client: FakeClient) throws {
    let spec = StateSubscriptionSpec(keys: nil, under: nil)
    let result = engine.subscribeState(spec, since: nil, client.connection)
    client.start(try result.withUnsafeBytes { try Wire($0) }, spec.name)
  }
}

extension Engine {
  fileprivate func rank(of name: UTF8String) -> Int? {
    store.key(named: name).flatMap { derived[$0] }?.rank
  }

  /// Derives one key.
  func derive(_ name: UTF8String, _ text: ExpressionText, isFromFile: Bool = false) throws {
    _ = try derive([DerivationChange(name, try Derivation(text))], isFromFile: isFromFile)
  }
}
