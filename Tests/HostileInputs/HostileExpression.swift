package import ButtonExpressions
import ButtonModel
import JSONRPC

/// Everything ButtonExpressions does to bytes from outside, in one call without effects: what fuzzers and
/// random tests drive.
package enum HostileExpression {
  /// What came of the bytes, for a test to see that it reaches everything.
  package enum Depth: Int, Hashable, Sendable {
    case refused, failed, evaluated
  }

  /// Takes bytes for an expression and a template, behind which, after a zero byte, may stand a value
  /// that they read; evaluates both, and stops the process where a promise is broken.
  @discardableResult
  package static func exercise(_ bytes: UnsafeRawBufferPointer) -> Depth {
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    // Sources are valid UTF-8 by the time they come here.
    let source = UTF8String(String(decoding: bytes[..<end], as: UTF8.self))
    let values = Values(value(Array(bytes[end...].dropFirst())))
    let expression = check({ () throws(ExpressionError) in try ExpressionProgram(source) }, values)
    let template = check(
      { () throws(ExpressionError) in try ExpressionProgram(template: source) }, values)
    return expression.rawValue > template.rawValue ? expression : template
  }

  /// Evaluates a program, and stops the process where a promise is broken.
  @discardableResult
  package static func exercise(_ program: ExpressionProgram) -> Depth {
    check({ () throws(ExpressionError) in program }, Values(nil), .ceiling)
  }

  /// The value of some JSON, as the state keeps it.
  private static func value(_ json: [UInt8]) -> StateValue? {
    let parser = JSONParser()
    var writer = JSONWriter()
    let root = json.withUnsafeBytes { try? parser.parse(copying: $0) }
    guard let root, (try? writer.canonical(root)) != nil else { return nil }
    let text = UTF8String(copying: writer.bytes)
    switch root.kind {
    case .object, .array: return .json(text)
    case .string: return root.string.map { .string(UTF8String($0)) }
    case .integer: return root.int.map { .int($0) }
    case .double: return root.double.map { .double($0) }
    case .bool: return root.bool.map { .bool($0) }
    case .null, .outOfRangeInteger: return .null
    }
  }

  private static func check(
    _ compile: () throws(ExpressionError) -> ExpressionProgram, _ values: Values,
    _ limits: ExpressionLimits = ExpressionLimits()
  ) -> Depth {
    let program: ExpressionProgram
    do {
      program = try compile()
    } catch {
      precondition(
        !error.message.isEmpty && error.line > 0 && error.column > 0, "no place or words")
      return .refused
    }
    precondition(limits.allow(program), "more than the limits allow")
    var evaluator = ExpressionEvaluator()
    let result = evaluator.evaluate(program, reading: values)
    let steps = evaluator.steps
    precondition(evaluator.evaluate(program, reading: values) == result, "two results of one state")
    precondition(evaluator.steps == steps, "two costs of one state")
    if steps <= ExpressionLimits().steps {
      let less = evaluator.evaluate(program, reading: values, atMost: steps - 1)
      guard case .failure(let failure) = less, failure.reason == .overBudget else {
        preconditionFailure("a budget is not kept")
      }
    }
    switch result {
    case .success(let value):
      check(value, of: program)
      return .evaluated
    case .failure(let failure):
      let error = program.error(for: failure)
      precondition(
        !error.message.isEmpty && error.line > 0 && error.column > 0, "no place or words")
      return .failed
    }
  }

  /// A result is of a type that was foreseen, small, and as the state has it.
  private static func check(_ value: StateValue, of program: ExpressionProgram) {
    let kind: ValueKind
    switch value {
    case .null: kind = .null
    case .bool: kind = .bool
    case .int: kind = .int
    case .double(let number):
      kind = .double
      precondition(number.isFinite, "a number that JSON has not")
    case .string(let text):
      kind = .string
      precondition(text.bytes.count <= ExpressionLimits().resultBytes, "too large a text")
      precondition(Array(text.string.utf8) == text.bytes, "a text that is not UTF-8")
    case .json(let text):
      kind = text.bytes.first == UInt8(ascii: "[") ? .list : .map
      precondition(text.bytes.count <= ExpressionLimits().resultBytes, "too large a list or map")
      guard case .json(let again)? = self.value(text.bytes) else {
        preconditionFailure("a list or map that is not JSON")
      }
      precondition(again == text, "JSON that is not canonical")
    }
    precondition(program.resultKinds.contains(kind), "a type that was not foreseen")
  }

  /// Values of every type, and absent ones, by slot; the one given is the first, and now and then later.
  private struct Values: ExpressionSource {
    private let given: StateValue?

    init(_ given: StateValue?) { self.given = given }

    func value(at slot: Int) -> StateValue? {
      switch slot % 8 {
      case 0, 5: given
      case 1: .int(3)
      case 2: .string("a,b\u{E9}")
      case 3: .json("[1,2.5,\"a\\n\",null,[true],{\"a\":1}]")
      case 4: .double(-0.5)
      case 6: .json("{\"a\":1,\"b\":[1,2]}")
      default: .bool(true)
      }
    }

    func isLost(at slot: Int) -> Bool { slot % 2 == 1 }
  }
}
