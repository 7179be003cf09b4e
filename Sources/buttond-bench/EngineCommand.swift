internal import ButtonEngine
internal import ButtonModel

/// `buttond-bench engine`: what derived keys and leases add to a turn of the engine, beside their
/// budgets.
enum EngineCommand {
  private static let chainLength = 10
  private static let leasedKeyCount = 10_000

  /// Measures and prints, as a table or as one JSON object.
  static func run(json: Bool) {
    let rows: [(what: String, nanoseconds: Double, budget: Double)] = [
      (
        "a chain of \(chainLength) derived keys",
        turnOfChain(chainLength) - turnOfChain(0), 1_500
      ),
      ("\(leasedKeyCount) keys of one lease are lost", endOfLease(), 5_000_000),
    ]
    if json {
      let records = rows.map {
        "{\"what\":\"\($0.what)\",\"ns\":\($0.nanoseconds.rounded()),\"budgetNs\":\($0.budget)}"
      }
      print("{\"engine\":[\(records.joined(separator: ","))]}")
    } else {
      print("engine, ns of CPU, median of \(CPUTime.runs)")
      for row in rows { print("  \(row.nanoseconds.rounded()) of \(row.budget)\t\(row.what)") }
    }
  }

  /// Nanoseconds of a turn in which a key changes that a chain of derived keys follows.
  private static func turnOfChain(_ length: Int) -> Double {
    let engine = Engine(epoch: "bench")
    var changes = ChangeSet()
    var turn: UInt64 = 0
    func set() -> Int {
      turn += 1
      changes.removeAll()
      changes.append(StateOperation(key: "chain.link0", kind: .set(.int(Int64(turn)))))
      apply(&changes, to: engine, at: turn)
      return 1
    }
    for link in 1..<(length + 1) {
      do {
        let text = ExpressionText.expression(UTF8String("chain.link\(link - 1) + 1"))
        let change = DerivationChange(UTF8String("chain.link\(link)"), try Derivation(text))
        try engine.commit(Definitions(keys: [change]))
      } catch {
        preconditionFailure("a chain cannot be derived: \(error)")
      }
    }
    _ = set()
    return CPUTime.median { CPUTime.perItem(milliseconds: 100, set) }
  }

  /// Nanoseconds from the first end of a lease to the end of the turn in which all of its keys are
  /// lost.
  private static func endOfLease() -> Double {
    CPUTime.median {
      let engine = Engine(epoch: "bench")
      let feed = LeaseHolder.feed(1)
      var changes = ChangeSet()
      for number in 0..<leasedKeyCount {
        changes.append(
          StateOperation(key: UTF8String("feed.\(number)"), kind: .set(.int(Int64(number)))))
      }
      apply(&changes, to: engine, at: 1, under: LeaseClaim("feed", of: feed, now: 0))
      let start = CPUTime.nanoseconds
      engine.endLeases(of: feed)
      engine.turnEnded(now: 2_000_000)
      let elapsed = Double(CPUTime.nanoseconds - start)
      precondition(engine.lostKeyCount == leasedKeyCount, "some keys are not lost")
      return elapsed
    }
  }

  private static func apply(
    _ changes: inout ChangeSet, to engine: Engine, at turn: UInt64, under claim: LeaseClaim? = nil
  ) {
    do {
      _ = try engine.apply(&changes, under: claim)
    } catch {
      preconditionFailure("state cannot be set: \(error)")
    }
    engine.turnEnded(now: turn * 1_000_000)
    engine.actions.removeAll(keepingCapacity: true)
  }
}
