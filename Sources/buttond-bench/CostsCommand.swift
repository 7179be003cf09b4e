internal import ButtonExpressions
internal import ButtonModel
internal import Glibc

/// `buttond-bench costs`: nanoseconds of a step of every operation, evaluated and compiled; ends with 1 where
/// one costs much more than the median of what operations cost where they cost most.
enum CostsCommand {
  /// The most that a step may cost, as a multiple of the median of its table.
  private static let factor = 4.0
  /// The bytes of operands.
  private static let sizes = [4, 64, 1_024, 60_000]
  /// How often each cost is measured; the least counts.
  private static let runs = 5

  private struct Row {
    let operation: String
    /// What it is done with, in words.
    let operands: String
    let steps: Int
    /// Nanoseconds of one.
    let measure: () -> Double
    var cost: Double

    init(
      _ operation: String, of operands: String = "", _ steps: Int,
      _ measure: @escaping () -> Double
    ) {
      self.operation = operation
      self.operands = operands
      self.steps = steps
      self.measure = measure
      cost = measure()
    }
  }

  /// Measures and prints the dearest of each table.
  static func run() {
    let found = [isEven("evaluation", evaluations()), isEven("compilation", compilations())]
    exit(found.contains(false) ? 1 : 0)
  }

  private static func evaluations() -> [Row] {
    let trials = ExpressionTrial.all(sizes: sizes)
    // What an evaluation costs around its steps.
    let around = trials.first { $0.operation == "null" }.map { evaluation($0) } ?? { 0 }
    let nothing = (0..<20).map { _ in least(of: around) }.min() ?? 0
    return trials.map { trial in
      let body = evaluation(trial)
      let steps = body()
      return Row(trial.operation, of: trial.operandNames, steps) {
        max(0, least(of: body) - nothing) / Double(steps)
      }
    }
  }

  /// Evaluates a trial and returns its steps.
  private static func evaluation(_ trial: ExpressionTrial) -> () -> Int {
    let evaluator = Evaluator()
    return { evaluator.steps(of: trial) }
  }

  private final class Evaluator {
    private var evaluator = ExpressionEvaluator(limits: .ceiling)

    func steps(of trial: ExpressionTrial) -> Int {
      _ = evaluator.evaluate(trial.program, reading: trial)
      return evaluator.steps
    }
  }

  private static func compilations() -> [Row] {
    CompilingTrial.all.map { trial in
      Row(trial.name, trial.steps) {
        let time = least(of: {
          trial.compile()
          return trial.steps
        })
        return time / Double(trial.steps)
      }
    }
  }

  /// The least nanoseconds of something, of several runs.
  private static func least(of body: () -> Int) -> Double {
    let first = time(1, body)
    let count = max(1, min(5_000, Int(20_000 / max(first, 1))))
    return (0..<runs).map { _ in time(count, body) / Double(count) }.min() ?? first
  }

  private static func time(_ count: Int, _ body: () -> Int) -> Double {
    let start = CPUTime.nanoseconds
    for _ in 0..<count { _ = body() }
    return Double(CPUTime.nanoseconds - start)
  }

  /// Prints a table's median and its dearest rows; whether none is too dear.
  private static func isEven(_ title: String, _ table: [Row]) -> Bool {
    var rows = table
    let dearest = Dictionary(rows.map { ($0.operation, $0.cost) }, uniquingKeysWith: max)
    let median = dearest.values.sorted()[dearest.count / 2]
    // On a busy machine single ones are dear: they are measured again.
    for index in rows.indices where rows[index].cost > factor * median {
      for _ in 0..<runs { rows[index].cost = min(rows[index].cost, rows[index].measure()) }
    }
    rows.sort { $0.cost > $1.cost }
    let dear = rows.count { $0.cost > factor * median }
    print("\(title), ns a step: \(dearest.count) operations, median \(tenths(median))")
    for row in rows.prefix(max(12, min(50, dear))) {
      let name = row.operation.prefix(60) + row.operands
      print("  \(tenths(row.cost))\t\(row.steps) steps\t\(name)")
    }
    if dear > 0 { print("  \(dear) beyond \(tenths(factor * median))") }
    return dear == 0
  }

  private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
