import ButtonExpressions
import ButtonModel
import TestSupport
import Testing

/// Random expressions against an independent implementation of CEL.
@Suite struct DifferentialTests {
  /// Where the two may differ, and why.
  private static let differences: [(reason: String, holds: @Sendable (Case) -> Bool)] = [
    (
      "what cannot be right is refused when it is compiled; the other absorbs it or never gets there",
      { $0.ours.code == .wrongType && !$0.isCompiled }
    ),
    (
      "the other takes -x of a bool for x, and a map behind + for nothing",
      { $0.ours.says("'-' takes a number, not a bool") || $0.ours.says("not a list and a map") }
    ),
    (
      "a double is not a name, so no map has it, as cel-go says; the other fails",
      { $0.expression.contains(" in ") && $0.ours.code == nil && $0.theirs["error"] != nil }
    ),
    (
      "the other has no string(x) of a bool, which cel-spec has",
      { $0.theirs["error"]?.string?.contains("function: 'string'") == true }
    ),
    (
      "all and exists absorb what is not a bool, as cel-spec says; the other does not",
      { found in
        ["all(", "exists("].contains(where: found.expression.contains) && found.ours.code == nil
          && found.theirs["error"] != nil
      }
    ),
    (
      "the least int has no negation; the other's is itself",
      { $0.expression.contains("-(") && $0.ours.says("out of an int's range") }
    ),
    (
      "an int beside a double is rounded to one here; the other has no such operator",
      { $0.theirs["error"]?.string?.contains("overload") == true }
    ),
    (
      "an infinite number, or none at all, is not a value of the state",
      { $0.ours.says("infinite or NaN") }
    ),
    ("the names of a map have an order here alone", { $0.isReordered || $0.isAnotherName }),
    (
      "the size of a string is in characters, as cel-spec says; the other counts bytes",
      { $0.expression.contains("size(") && ["é", "zz"].contains(where: $0.expression.contains) }
    ),
  ]

  /// One expression and what both make of it.
  struct Case: Sendable {
    let expression: String
    let isCompiled: Bool
    let ours: Outcome
    let theirs: JSONTree

    /// Whether both fail, or have the same value of the same type.
    var agrees: Bool {
      switch ours {
      case .error: theirs["error"] != nil
      case .value(let value): (try? value.typed) == theirs
      }
    }

    /// Whether both have a name of the state's map, of those at one place.
    var isAnotherName: Bool {
      let names = ["a", "b", "c"]
      guard case .value(.string(let ours)) = ours, let theirs = theirs["string"]?.string else {
        return false
      }
      return expression.contains("v)") && names.contains(ours.string) && names.contains(theirs)
    }

    /// Whether both have the same parts, in whatever order.
    var isReordered: Bool {
      guard case .value(let value) = ours, let typed = try? value.typed else { return false }
      return typed.text.utf8.sorted() == theirs.text.utf8.sorted()
    }
  }

  @Test(.enabled(if: Peer.isThere, "only scripts/soak installs the other implementation"))
  func randomExpressionsMeanWhatTheyMeanElsewhere() throws {
    var generator = ExpressionGenerator(Seed())
    var state: [UTF8String: StateValue] = [:]
    for (name, json) in ExpressionGenerator<Seed>.state {
      state[UTF8String(name)] = try StateValue(parsing: json)
    }
    var remaining = scaled(5_000)
    var values = 0
    let count = remaining
    while remaining > 0 {
      let expressions = (0..<min(remaining, 5_000)).map { _ in
        generator.expression(Int.random(in: 1...4, using: &generator.random))
      }
      remaining -= expressions.count
      values += try compare(expressions, state)
    }
    // Most of them mean something, or the comparison says little.
    #expect(values * 3 > count)
  }

  /// Records what differs without a reason; how many expressions have a value.
  private func compare(
    _ expressions: [String], _ state: [UTF8String: StateValue]
  ) throws -> Int {
    let answers = try Peer.answers(to: expressions, ExpressionGenerator<Seed>.state)
    #expect(answers.count == expressions.count)
    var values = 0
    for (expression, answer) in zip(expressions, answers) {
      let found = Case(
        expression: expression, isCompiled: (try? Trial(expression)) != nil,
        ours: outcome(expression, state), theirs: answer)
      if found.ours.code == nil { values += 1 }
      if found.agrees || Self.differences.contains(where: { $0.holds(found) }) { continue }
      Issue.record("\(expression)\n  ours: \(found.ours)\n  theirs: \(answer.text)")
    }
    return values
  }
}

extension Outcome {
  /// Whether it is an error with these words in it.
  fileprivate func says(_ words: String) -> Bool { description.contains(words) && code != nil }
}
