import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC
import TestSupport
import Testing

@testable import ButtonEngine

/// Operations on one value in a row are folded; they come to the same as one by one.
@Suite struct FoldTests {
  private typealias Kind = StateOperation.Kind

  private static func json(_ text: String) -> StateValue { .json(UTF8String(text)) }

  /// A random value of a random depth.
  private static func value(_ random: inout Seed, depth: Int = 0) -> String {
    switch Int.random(in: 0..<(depth < 3 ? 7 : 4), using: &random) {
    case 0: return "null"
    case 1: return "\(Int.random(in: -5...5, using: &random))"
    case 2: return #""\#(["", "é", "a\\n", "xyz"][Int.random(in: 0..<4, using: &random)])""#
    case 3: return "1.5"
    case 4: return "[\(value(&random, depth: depth + 1)),true]"
    default: return object(&random, depth: depth)
    }
  }

  private static func object(_ random: inout Seed, depth: Int = 0) -> String {
    let members = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      let name = ["a", "b", "c\\u0001", "d\\\"", "é"][Int.random(in: 0..<5, using: &random)]
      return "\"\(name)\":\(value(&random, depth: depth + 1))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func parsed(_ text: String) throws -> StateValue {
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    return try StateValue(json: try parser.parse(text))
  }

  private static func operation(_ random: inout Seed) throws -> Kind {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .remove
    case 1: .set(try parsed("[]"))
    case 2: .set(try parsed(object(&random)))
    case 3..<8: .append(try parsed(value(&random)))
    case 8: .merge(try parsed(value(&random)))
    case 9: .toggle
    default: .merge(try parsed(object(&random)))
    }
  }

  /// What one request comes to: the revision's changes, or the place and the kind of its error.
  private static func outcome(
    _ engine: Engine, _ operations: [(key: String, kind: Kind)]
  ) -> String {
    var changes = ChangeSet()
    for (key, kind) in operations {
      changes.append(StateOperation(key: UTF8String(key), kind: kind))
    }
    do throws(EngineError) {
      _ = try engine.apply(&changes)
      return "done"
    } catch {
      return "\(error)"
    }
  }

  /// The state with operations done one by one; all of them or none.
  private struct Naive {
    var values: [String: StateValue] = [:]
    let settings: EngineSettings
    let arithmetic = StateArithmetic()

    mutating func apply(_ operations: [(key: String, kind: Kind)]) -> String {
      var new = values
      for (index, operation) in operations.enumerated() {
        do throws(StateArithmetic.Failure) {
          new[operation.key] = try arithmetic.apply(operation.kind, to: new[operation.key])
        } catch {
          return "\(EngineError.invalidOperation(index: index, message: error.message))"
        }
        guard let value = new[operation.key] else { continue }
        if value.storedBytes > settings.limits.valueBytes {
          return refusal("valueBytes", settings.limits.valueBytes, index)
        }
        let bytes = new.reduce(0) { $0 + $1.key.utf8.count + $1.value.storedBytes }
        if bytes > settings.limits.stateBytes {
          return refusal("stateBytes", settings.limits.stateBytes, index)
        }
      }
      values = new
      return "done"
    }

    private func refusal(_ limit: String, _ value: Int, _ index: Int) -> String {
      "\(EngineError.limitExceeded(limit: limit, value: value, index: index))"
    }
  }

  @Test func foldedOperationsComeToTheSameAsOneByOne() throws {
    var random = Seed()
    var settings = EngineSettings()
    settings.limits.valueBytes = 120
    settings.limits.stateBytes = 260
    var refusals = 0
    for _ in 0..<scaled(300, few: 100) {
      let engine = Engine(settings: settings, epoch: "a")
      var naive = Naive(settings: settings)
      for _ in 0..<4 {
        let operations = try (0..<Int.random(in: 9..<40, using: &random)).map { _ in
          let key = ["k", "l", "m"][Int.random(in: 0..<3, using: &random)]
          return (key: key, kind: try FoldTests.operation(&random))
        }
        let outcome = FoldTests.outcome(engine, operations)
        #expect(outcome == naive.apply(operations))
        if outcome != "done" { refusals += 1 }
        for key in ["k", "l", "m"] {
          #expect(value(engine, key) == naive.values[key], "\(key) after \(operations)")
        }
      }
    }
    #expect(refusals > 0)
  }

  @Test func manyMergesCostWhatTheyChange() throws {
    let members = (0..<4_000).map { "\"name\($0)\":\($0)" }.joined(separator: ",")
    func cost(_ merges: Int) throws -> Int {
      let engine = Engine(epoch: "a")
      var operations: [(key: String, kind: Kind)] = [
        ("k", .set(try FoldTests.parsed("{\(members)}")))
      ]
      for index in 0..<merges {
        operations.append(("k", .merge(FoldTests.json(#"{"name7":\#(index)}"#))))
      }
      let before = engine.budget.work
      #expect(FoldTests.outcome(engine, operations) == "done")
      return engine.budget.work - before
    }
    #expect(try cost(2_000) - cost(1_000) < 1_000 * 1_000)
  }

  private func value(_ engine: Engine, _ key: String) -> StateValue? {
    engine.store.key(named: UTF8String(key)).flatMap { engine.store.value(of: $0) }
  }
}
