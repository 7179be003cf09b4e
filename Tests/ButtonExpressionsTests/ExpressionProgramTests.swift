import ButtonExpressions
import ButtonModel
import Testing

/// What a program says of itself, and how an evaluator runs it.
@Suite struct ExpressionProgramTests {
  @Test func keysAreKnownWhenItIsCompiled() throws {
    let program = try ExpressionProgram(
      "a.b > 0 && !lost(a.b) || lost(key['c-d']) || e && a.b == 2")
    #expect(program.keys.map(\.name.string) == ["a.b", "c-d", "e"])
    #expect(program.keys.map(\.readsValue) == [true, false, true])
    #expect(program.keys.map(\.readsLiveness) == [true, true, false])
  }

  @Test func aVariableIsNoKey() throws {
    let program = try ExpressionProgram("a.map(x, x + y).exists(z, .x == z)")
    #expect(program.keys.map(\.name.string) == ["a", "y", "x"])
  }

  @Test func theKeysOfATemplateAreThoseOfItsHoles() throws {
    let program = try ExpressionProgram(template: "{a} of {b.c:%d} {{d}")
    #expect(program.keys.map(\.name.string) == ["a", "b.c"])
    #expect(program.isTemplate)
    #expect(program.resultKinds == [.string])
  }

  @Test(arguments: [
    ("1 + a", [ValueKind.int, .double]), ("a + b", [.int, .double, .string, .list]),
    ("a > 1", [.bool]),
    ("a ? 1 : 'x'", [.int, .string]), ("a - b", [.int, .double]), ("abs(a)", [.int, .double]),
    ("round(1.5)", [.double]), ("a.filter(x, true)", [.list]), ("a.all(x, true)", [.bool]),
    ("{'a': 1}", [.map]), ("null", [.null]), ("string(a)", [.string]), ("lost(a)", [.bool]),
    ("a.orValue(1)", ValueKind.allCases), ("-a", [.int, .double]), ("size(a)", [.int]),
    ("min(a)", [.int, .double]), ("max(1, 2)", [.int]),
  ])
  func resultTypesAreKnownAsFarAsCanBe(_ expression: String, _ kinds: [ValueKind]) throws {
    #expect(try Trial(expression).program.resultKinds == Set(kinds))
  }

  /// Counts what is read.
  private final class CountingSource: ExpressionSource {
    var reads: [Int] = []

    func value(at slot: Int) -> StateValue? {
      reads.append(slot)
      return .bool(slot == 0)
    }

    func isLost(at slot: Int) -> Bool {
      reads.append(100 + slot)
      return false
    }
  }

  @Test(arguments: [
    ("a ? b : c", [0, 1]), ("!a ? b : c", [0, 2]), ("a || b", [0]), ("!a && b", [0]),
    ("lost(a) || b", [100, 1]), ("a.orValue(b)", [0]), ("has(a) && a", [0, 0]),
  ])
  func onlyWhatDecidesIsRead(_ expression: String, _ slots: [Int]) throws {
    let program = try Trial(expression).program
    let source = CountingSource()
    var evaluator = ExpressionEvaluator()
    _ = evaluator.evaluate(program, reading: source)
    #expect(source.reads == slots)
  }

  @Test func anEvaluatorForgetsTheEvaluationBefore() throws {
    var evaluator = ExpressionEvaluator()
    var trial = try Trial("l.map(x, [x, [1, 2].size(), x > 1 ? 1 : 2])")
    trial.state["l"] = .json("[1,2,3]")
    let whole = evaluator.evaluate(trial.program, reading: trial.source)
    for steps in 0...evaluator.steps {
      let result = evaluator.evaluate(trial.program, reading: trial.source, atMost: steps)
      #expect((result == whole) == (evaluator.steps <= steps))
      #expect(evaluator.evaluate(trial.program, reading: trial.source) == whole)
    }
  }

  @Test func equalFailuresAreEqual() throws {
    let program = try Trial("a + b").program
    var evaluator = ExpressionEvaluator()
    func result(_ a: StateValue?, _ b: StateValue?) -> Result<StateValue, ExpressionFailure> {
      evaluator.evaluate(program, reading: TrialSource(values: [a, b], lost: [false, false]))
    }
    #expect(result(nil, .int(1)) == result(nil, .int(2)))
    #expect(result(nil, .int(1)) != result(.int(1), nil))
    #expect(result(.int(1), .string("a")) == result(.int(2), .string("b")))
    #expect(result(.int(1), .string("a")) != result(.int(1), .null))
  }

  @Test func anAbsentKeyIsKnownByItsSlot() throws {
    let program = try Trial("a + b / 0").program
    var evaluator = ExpressionEvaluator()
    func failure(_ a: StateValue?, _ b: StateValue?) -> ExpressionFailure? {
      let source = TrialSource(values: [a, b], lost: [false, false])
      if case .failure(let failure) = evaluator.evaluate(program, reading: source) {
        return failure
      }
      return nil
    }
    #expect(failure(.int(1), nil).flatMap(program.absentKey) == 1)
    let division = try #require(failure(.int(1), .int(1)))
    #expect(program.absentKey(in: division) == nil)
    #expect(
      program.error(for: division).description == "line 1, column 7: an int is divided by zero")
  }

  @Test func aKeyIsReadWithoutACopyOfItsText() throws {
    let text: UTF8String = "a text that is not short at all"
    var trial = try Trial("a")
    trial.state["a"] = .string(text)
    guard case .value(.string(let result)) = trial.outcome() else {
      Issue.record("the text is gone")
      return
    }
    let addresses = [text, result].map { $0.bytes.withUnsafeBytes { $0.baseAddress } }
    #expect(addresses[0] == addresses[1])
  }
}
