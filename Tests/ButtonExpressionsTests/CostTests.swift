import ButtonExpressions
import ButtonModel
import TestSupport
import Testing

/// A step stands for about as much time whatever it is spent on.
///
/// Without optimization some things take ten times as long and others none longer, so this finds what is not
/// charged at all; `buttond-bench costs` has the narrow bound, in a release build.
@Suite(.serialized, .enabled(if: !Sanitizer.isThere, "a sanitizer makes some things dear"))
struct CostTests {
  /// How much more than the median a step may take.
  private static let factor = 40.0

  @Test func noOperationCostsMuchMoreThanItsSteps() {
    let evaluator = Evaluator()
    expectEven(
      ExpressionTrial.all(sizes: [48, 1_500]).map { trial in
        Cost(operation: trial.operation, operands: trial.operandNames) {
          let time = ThreadTime.nanoseconds { evaluator.evaluate(trial) }
          return time / Double(evaluator.steps)
        }
      })
  }

  @Test func compilingCostsWhatItIsChargedToo() {
    expectEven(
      CompilingTrial.all.map { trial in
        Cost(operation: trial.name, operands: "") {
          ThreadTime.nanoseconds { trial.compile() } / Double(trial.steps)
        }
      })
  }

  @Test(arguments: ["double(t)", "int(t)"])
  func aTextTooLongForAnyNumberIsRefused(_ conversion: String) throws {
    var trial = try Trial(conversion)
    for (text, isNumber) in [
      // The least double, written out.
      ("-0." + String(repeating: "0", count: 1_074), true), ("1", true),
      ("-0." + String(repeating: "0", count: 1_075), false),
      (String(repeating: "1", count: 60_000) + "e-60000", false),
    ] {
      trial.state["t"] = .string(UTF8String(text))
      let isTaken = trial.outcome().code == nil
      if conversion == "double(t)" { #expect(isTaken == isNumber) }
      guard !isNumber else { continue }
      #expect(
        trial.outcome().description.hasSuffix(
          "the text has more than 1077 bytes, which no number needs"))
    }
  }

  @Test func theStepsOfOrdinaryTextsStayFew() throws {
    for (template, most) in [
      ("Checkout {n}", 4), ("Pay {cart.total:%.2f} €", 5), ("{n} {n == 1 ? 'item' : 'items'}", 10),
      ("{name}", 3), ("{cart.total} €", 4),
    ] {
      var trial = try Trial(template: template)
      trial.state = [
        "n": .int(3), "cart.total": .double(17.25), "name": .string("Espresso, double"),
      ]
      var evaluator = ExpressionEvaluator()
      _ = evaluator.evaluate(trial.program, reading: trial.source)
      #expect(evaluator.steps <= most, "\(template)")
    }
  }

  /// Random expressions with texts of every length, each against what it is charged.
  @Test func randomExpressionsCostWhatTheyAreCharged() throws {
    var generator = ExpressionGenerator(Seed())
    generator.isWide = true
    var evaluator = ExpressionEvaluator()
    var costs = RunningCost()
    for _ in 0..<scaled(1_000) {
      let text = generator.expression(Int.random(in: 1...5, using: &generator.random))
      guard let program = try? ExpressionProgram(UTF8String(text)) else { continue }
      let state = try generator.wideState()
      let source = TrialSource(
        values: program.keys.map { state[$0.name] }, lost: program.keys.map { _ in false })
      func measure() -> (Double, Int) {
        let time = ThreadTime.once { _ = evaluator.evaluate(program, reading: source) }
        return (time, evaluator.steps)
      }
      if costs.isOutlier(measure, atMost: Self.factor) {
        Issue.record("\(text) costs more than its \(evaluator.steps) steps")
      }
    }
  }

  /// Expects every cost below a multiple of the median of the operations' greatest; one above is measured
  /// again, as a busy machine makes single ones dear.
  private func expectEven(_ costs: [Cost]) {
    let dearest = Dictionary(costs.map { ($0.operation, $0.first) }, uniquingKeysWith: max)
    let most = Self.factor * dearest.values.sorted()[dearest.count / 2]
    for cost in costs where cost.first > most {
      let least = (0..<5).map { _ in cost.measure() }.min() ?? cost.first
      #expect(least <= most, "\(cost.operation)\(cost.operands): \(least) ns a step, not \(most)")
    }
  }
}

/// The nanoseconds of a step of something.
private struct Cost {
  let operation: String
  let operands: String
  let measure: () -> Double
  let first: Double

  init(operation: String, operands: String, _ measure: @escaping () -> Double) {
    self.operation = operation
    self.operands = operands
    self.measure = measure
    first = measure()
  }
}

/// An evaluator that closures share.
private final class Evaluator {
  private var evaluator = ExpressionEvaluator(limits: .ceiling)

  var steps: Int { evaluator.steps }

  func evaluate(_ trial: ExpressionTrial) {
    _ = evaluator.evaluate(trial.program, reading: trial)
  }
}

/// What evaluations have cost so far, and whether one costs much more.
private struct RunningCost {
  private var time = 0.0
  private var steps = 0

  /// Whether an evaluation costs more than a multiple of the mean of those before it; what does is measured
  /// again, and the least counts.
  mutating func isOutlier(_ measure: () -> (Double, Int), atMost factor: Double) -> Bool {
    var (least, count) = measure()
    // An evaluation of one step has costs around it.
    let allowed = { [time, steps] (count: Int) in
      factor * (time / Double(max(steps, 1))) * Double(count + 20)
    }
    defer {
      time += least
      steps += count
    }
    guard steps > 10_000 else { return false }
    var tries = 0
    while least > allowed(count), tries < 5 {
      least = min(least, measure().0)
      tries += 1
    }
    return least > allowed(count)
  }
}
