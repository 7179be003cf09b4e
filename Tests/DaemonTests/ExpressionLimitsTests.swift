import TestSupport
import Testing

extension DaemonTests {
  /// Limits of expressions that hold whenever one is evaluated, and what becomes of expressions that were
  /// defined before a limit was lowered.
  @Suite struct ExpressionLimitsTests {
    /// A limit of evaluations: a value that the expression exceeds, its code, and one that it does not.
    struct Case: Sendable, CustomStringConvertible {
      let name: String
      let low: Int
      let code: String
      let high: Int
      let expression: String

      var description: String { name }
    }

    static let cases = [
      Case(
        name: "expressionSteps", low: 500, code: "overBudget", high: 600,
        expression: "l.all(x, x > 0)"),
      Case(
        name: "expressionResultBytes", low: 200, code: "resultTooLarge", high: 201,
        expression: "l"),
    ]

    /// A list of 100 elements, whose JSON has 201 bytes.
    private static let list = "[\(Array(repeating: "1", count: 100).joined(separator: ","))]"

    @Test(arguments: cases)
    func anEvaluationBeyondALimitIsInErrorAsLongAsTheLimitHolds(limit: Case) throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "limits: {\(limit.name): \(limit.low)}")
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"l":\#(Self.list)}}"#)
      let answer = try client.call("state.derive", #"{"keys":{"q":"\#(limit.expression)"}}"#)
      #expect(answer["errors"]?["q"]?["code"]?.string == limit.code)
      let evaluated = try client.call("state.eval", #"{"expression":"\#(limit.expression)"}"#)
      #expect(evaluated["error"]?["code"]?.string == limit.code)
      func isShown() throws -> Bool { try client.call("state.get")["values"]?["q"] != nil }
      for value in [limit.high, limit.low, limit.high] {
        files.configure("limits: {\(limit.name): \(value)}")
        try client.call("server.reload")
        #expect(try isShown() == (value == limit.high), "\(value)")
        let hello = try client.call("hello", #"{"client":"t"}"#)
        #expect(hello["limits"]?[limit.name]?.int == value)
      }
    }

    @Test func aTickEvaluatesNoMoreThanItMayAndTheNextGoesOn() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "limits: {derivedSteps: 1000, expressionSteps: 1000}")
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"l":\#(Self.list)}}"#)
      // Some 500 steps each, of which a tick takes two at most.
      let keys = (0..<8).map { #""q\#($0)":"l.all(x, x > 0)""# }.joined(separator: ",")
      let answer = try client.call("state.derive", "{\"keys\":{\(keys)}}")
      guard case .object(let errors)? = answer["errors"] else {
        throw TestFailure("nothing was left for the next tick")
      }
      #expect(errors.count >= 6)
      #expect(errors.allSatisfy { $0.value["code"]?.string == "overBudget" })
      try wait(for: "the keys over budget") { try client.call("state.get")["errors"] == nil }
      files.configure("limits: {derivedSteps: 8000, expressionSteps: 1000}")
      try client.call("server.reload")
      try client.call("state.derive", #"{"keys":{"q0":null,"q1":null,"q2":null,"q3":null}}"#)
      let more = keys.replacing("q", with: "r")
      #expect(try client.call("state.derive", "{\"keys\":{\(more)}}")["errors"] == nil)
    }

    @Test func anEvaluationThatNoTickCouldFinishIsNotTriedAgainAndAgain() throws {
      let (daemon, _) = try Shared.daemon(
        configuredBy: "limits: {derivedSteps: 1000, expressionSteps: 1000}")
      let client = try daemon.connect()
      let long = "[\(Array(repeating: "1", count: 1_000).joined(separator: ","))]"
      try client.call("state.set", #"{"values":{"l":\#(long)}}"#)
      let answer = try client.call("state.derive", #"{"keys":{"q":"l.all(x, x > 0)"}}"#)
      #expect(answer["errors"]?["q"]?["code"]?.string == "overBudget")
      try client.call("sync")
      let before = try client.figure("ticks")
      for _ in 0..<20 { try client.call("ping") }
      #expect(try client.figure("ticks") == before)
    }
  }
}
