import ButtonExpressions
import ButtonModel
import TestSupport
import Testing

/// Every bound, tried inside and outside.
@Suite struct BoundsTests {
  private static func compileError(_ expression: String) -> ExpressionError.Code? {
    do {
      _ = try ExpressionProgram(UTF8String(expression))
      return nil
    } catch {
      return error.code
    }
  }

  @Test func aSourceHasAtMostOneKibibyte() {
    let text = "'" + String(repeating: "a", count: 1_022) + "'"
    #expect(Self.compileError(text) == nil)
    #expect(Self.compileError(text + " ") == .tooLarge)
    #expect(outcome(text + " ", isTemplate: true).code == .tooLarge)
  }

  @Test func anExpressionHasAtMost256Parts() {
    // 128 literals with 127 signs between them are 255 parts.
    let sum = "1" + String(repeating: "+1", count: 127)
    #expect(outcome("-x + " + sum.dropFirst(2), ["x": .int(1)]).code == nil)
    #expect(outcome(sum) == .value(.int(128)))
    #expect(Self.compileError("-x+" + sum) == .tooLarge)
  }

  @Test(arguments: [
    ("(", "1", ")"), ("[", "1", "]"), ("size([", "1", "])"), ("-", "x", ""), ("!", "x", ""),
    ("true ? 1 : ", "2", ""), ("{'a': ", "1", "}"), ("a[", "0", "]"), ("string(", "1", ")"),
  ])
  func nestingIsBounded(_ open: String, _ inner: String, _ close: String) {
    // Of two brackets in one piece each is a level.
    let levels = open == "size([" ? 16 : 32
    func nested(_ count: Int) -> String {
      String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }
    #expect(Self.compileError(nested(levels)) == nil)
    #expect(Self.compileError(nested(levels + 1)) == .tooLarge)
  }

  @Test(arguments: ["||", "&&", "+", "==", "in"])
  func aRowOfOperatorsIsOneLevel(_ sign: String) {
    let row = Array(repeating: "a", count: 128).joined(separator: " \(sign) ")
    #expect(Self.compileError(row) == nil)
  }

  @Test func anExpressionReadsAtMost64Keys() throws {
    let keys = (0..<64).map { "k\($0)" }
    let expression = "[" + keys.joined(separator: ",") + "]"
    #expect(try Trial(expression).program.keys.map(\.name.string) == keys)
    #expect(Self.compileError("[" + (keys + ["k0", "k63"]).joined(separator: ",") + "]") == nil)
    #expect(Self.compileError("[" + (keys + ["k64"]).joined(separator: ",") + "]") == .tooLarge)
  }

  @Test func aFailureWithoutAStepIsOfItsOwnProgram() throws {
    var long = try Trial("l.all(x, x > 0) && l.all(x, x > 1)")
    long.state = ["l": .json("[1,2,3]")]
    let short = try Trial("a")
    var evaluator = ExpressionEvaluator()
    _ = evaluator.evaluate(long.program, reading: long.source)
    let result = evaluator.evaluate(short.program, reading: short.source, atMost: 0)
    guard case .failure(let failure) = result else { throw TestFailure("it took no step") }
    #expect(short.program.error(for: failure).code == .overBudget)
  }

  @Test(arguments: [
    "1 + 2", "a > 1 ? a : b", "[1, 2, 3].map(x, x * 2)", "l.all(x, x > 0)", "s.size() + 1",
    "s.replace('a', 'bb').size()", "l == l2", "s + s", "5000 in l", "l[4000]", "[s, s].join(s)",
    "format('%s %s', [s, l])", "s.split('').size()", "min(l)", "m['z']",
  ])
  func anEvaluationTakesTheStepsItMayAndNoMore(_ expression: String) throws {
    var trial = try Trial(expression)
    let numbers = (1...700).map(String.init).joined(separator: ",")
    trial.state = [
      "a": .int(1), "b": .int(2), "s": .string(UTF8String(String(repeating: "xa", count: 900))),
      "l": .json(UTF8String("[\(numbers)]")), "l2": .json(UTF8String("[\(numbers).0]")),
      "m": .json(UTF8String("{\"a\":[\(numbers)],\"z\":1}")),
    ]
    var evaluator = ExpressionEvaluator()
    let first = evaluator.evaluate(trial.program, reading: trial.source)
    let steps = evaluator.steps
    #expect(steps > 0)
    #expect(evaluator.evaluate(trial.program, reading: trial.source, atMost: steps) == first)
    #expect(evaluator.steps == steps)
    #expect(trial.outcome(atMost: steps - 1).code == .overBudget)
    #expect(trial.outcome(atMost: 0).code == .overBudget)
  }

  @Test func anEvaluationTakesAtMostTenThousandSteps() throws {
    var trial = try Trial("l.all(x, x > 0)")
    // Five steps an element, with what going on to it costs, and some before and behind.
    func list(_ count: Int) -> StateValue {
      .json(UTF8String("[\(Array(repeating: "1", count: count).joined(separator: ","))]"))
    }
    trial.state["l"] = list(1_850)
    #expect(trial.outcome() == .value(.bool(true)))
    trial.state["l"] = list(2_100)
    #expect(trial.outcome().code == .overBudget)
  }

  @Test(arguments: [
    "s.replace('', s).replace('', s).size()", "s.split('').join(s).size()",
    "l.map(x, s).map(x, l + l).size()", "format('%s%s%s%s%s%s', [s, s, s, s, s, s]).replace('', s)",
    "s.contains(s + 'a') || true",
  ])
  func nothingIsMadeBeyondTheBudget(_ expression: String) throws {
    var trial = try Trial(expression)
    trial.state["s"] = .string(UTF8String(String(repeating: "a", count: 60_000)))
    trial.state["l"] = .json(
      UTF8String("[\(Array(repeating: "1", count: 2_000).joined(separator: ","))]"))
    var evaluator = ExpressionEvaluator()
    _ = evaluator.evaluate(trial.program, reading: trial.source)
    // What the last instruction of an evaluation goes through is there already: a few times the state.
    #expect(evaluator.steps < 4 * 10_000)
  }

  @Test func overBudgetIsNotAbsorbed() throws {
    var trial = try Trial("true || l.all(x, x > 0)")
    trial.state["l"] = .json("[1,1,1,1,1,1,1,1]")
    #expect(trial.outcome(atMost: 3) == .value(.bool(true)))
    trial = try Trial("l.all(x, x > 0) || true")
    trial.state["l"] = .json("[1,1,1,1,1,1,1,1]")
    #expect(trial.outcome(atMost: 9).code == .overBudget)
  }

  @Test func aResultHasAtMostFourKibibytes() throws {
    func result(_ value: StateValue) -> Outcome { outcome("a", ["a": value]) }
    let text = String(repeating: "a", count: 4_096)
    #expect(result(.string(UTF8String(text))).code == nil)
    #expect(result(.string(UTF8String(text + "a"))).code == .resultTooLarge)
    let list = "[\"" + text.dropLast(4) + "\"]"
    #expect(list.utf8.count == 4_096)
    #expect(result(.json(UTF8String(list))).code == nil)
    #expect(result(.json(UTF8String("[\"\(text.dropLast(3))\"]"))).code == .resultTooLarge)
    #expect(outcome("size(a)", ["a": .string(UTF8String(text + text))]) == .value(.int(8_192)))
  }

  @Test func aResultIsNotNestedDeeperThanAMessageMayBe() {
    func nested(_ depth: Int) -> StateValue {
      .json(UTF8String(String(repeating: "[", count: depth) + String(repeating: "]", count: depth)))
    }
    #expect(outcome("a", ["a": nested(61)]).code == nil)
    #expect(outcome("[a]", ["a": nested(60)]).code == nil)
    #expect(outcome("[a]", ["a": nested(61)]).code == .resultTooLarge)
    #expect(outcome("a", ["a": .json("[\"[[\\\"[\"]")]) == .value(.json("[\"[[\\\"[\"]")))
  }

  /// Trees are walked on the stack. Without optimization a level takes some 7 KiB.
  @Test(arguments: [
    String(repeating: "(", count: 128) + "x" + String(repeating: ")", count: 128),
    // An operator of every rank before each bracket.
    String(repeating: "x||x&&x<x+x*[", count: 64) + "x" + String(repeating: "][0]", count: 64),
    String(repeating: "[", count: 128) + "x" + String(repeating: "]", count: 128),
    String(repeating: "!", count: 128) + "x",
    String(repeating: "x?x:", count: 128) + "x",
    String(repeating: "string(", count: 128) + "x" + String(repeating: ")", count: 128),
    String(repeating: "{'a':", count: 128) + "x" + String(repeating: "}", count: 128),
    Array(repeating: "x", count: 512).joined(separator: "&&"),
    Array(repeating: "x", count: 512).joined(separator: "+"),
    "x" + String(repeating: "[x]", count: 511), "x" + String(repeating: ".trim()", count: 1_023),
  ])
  func theLargestExpressionsFitOnTheStack(_ expression: String) throws {
    let source = UTF8String(expression)
    let used = try MeasuredStack.run {
      let program = try ExpressionProgram(source, limits: .ceiling)
      var evaluator = ExpressionEvaluator()
      _ = evaluator.evaluate(program, reading: TrialSource(values: [.int(1)], lost: [false]))
    }
    #expect(used < Sanitizer.most(8 << 20), "\(used >> 10) KiB")
    #expect(throws: ExpressionError.self) { try ExpressionProgram(source) }
  }

  @Test func limitsAreWhatTheCallerSays() throws {
    var limits = ExpressionLimits()
    limits.depth = 1
    limits.keys = 1
    limits.nodes = 3
    limits.sourceBytes = 8
    #expect(throws: Never.self) { try Trial("(a + a)", limits: limits) }
    for outside in ["((a))", "a + b", "a + a+ a", "a + 10000"] {
      #expect(throws: ExpressionError.self, "\(outside)") { try Trial(outside, limits: limits) }
    }
  }
}
