internal import ButtonExpressions
internal import ButtonModel

/// `buttond-bench expressions`: what an evaluation costs, beside its budget where there is one.
enum ExpressionsCommand {
  /// Expressions with the most nanoseconds that one may take.
  private static let rows: [(expression: UTF8String, budget: Double?)] = [
    ("cart.count > cart.limit", 100),
    ("cart.count > 0 && !cart.isLocked", 100),
    ("cart.count", nil),
    ("cart.total * 1.5 > 20.0 ? cart.count : 0", nil),
    ("cart.name == 'groceries'", nil),
    ("cart.name in ['books', 'groceries']", nil),
    ("cart.missing.orValue(0) > 1", nil),
    ("cart.missing > 1", nil),
    ("cart.items[1]['n'] == 2", nil),
    ("cart.items.all(x, x['n'] > 0)", nil),
    ("cart.name + '!'", nil),
  ]
  private static let templates: [UTF8String] = [
    "Checkout {cart.count}", "Pay {cart.total:%.2f} €",
  ]

  /// Measures and prints, as a table or as one JSON object.
  static func run(json: Bool) {
    var records: [String] = []
    if !json { print("expressions, ns of CPU per evaluation, median of \(CPUTime.runs)") }
    for (program, budget) in programs() {
      let cost = nanoseconds(program)
      if json {
        let limit = budget.map { ",\"budgetNs\":\($0)" } ?? ""
        records.append("{\"expression\":\"\(program.source)\",\"ns\":\(cost)\(limit)}")
      } else {
        let limit = budget.map { " of \($0)" } ?? ""
        print("  \(cost)\(limit)\t\(program.source)")
      }
    }
    if json { print("{\"expressions\":[\(records.joined(separator: ","))]}") }
  }

  /// The rows, compiled, and the templates behind them.
  private static func programs() -> [(ExpressionProgram, Double?)] {
    do {
      return try rows.map { (try ExpressionProgram($0.expression), $0.budget) }
        + templates.map { (try ExpressionProgram(template: $0), nil) }
    } catch {
      preconditionFailure("an expression of this file is wrong: \(error)")
    }
  }

  /// What an evaluation costs.
  private static func nanoseconds(_ program: ExpressionProgram) -> Double {
    let cart = Cart(keys: program.keys)
    var evaluator = ExpressionEvaluator()
    var count = 0
    var successes = 0
    let cost = CPUTime.median {
      CPUTime.perItem(milliseconds: 100) {
        for _ in 0..<1_000 {
          if case .success = evaluator.evaluate(program, reading: cart) { successes += 1 }
        }
        count += 1_000
        return 1_000
      }
    }
    precondition(
      successes == 0 || successes == count, "an evaluation depends on more than its reads")
    return cost
  }

  /// A state to read.
  private struct Cart: ExpressionSource {
    private let values: [StateValue?]

    init(keys: [ExpressionKey]) {
      values = keys.map { key in
        switch key.name.string {
        case "cart.count": .int(3)
        case "cart.limit": .int(2)
        case "cart.total": .double(17.25)
        case "cart.isLocked": .bool(false)
        case "cart.name": .string("groceries")
        case "cart.items": .json("[{\"n\":1},{\"n\":2},{\"n\":3}]")
        default: nil
        }
      }
    }

    func value(at slot: Int) -> StateValue? { values[slot] }
    func isLost(at slot: Int) -> Bool { false }
  }
}
