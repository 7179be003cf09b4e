import ButtonExpressions
import ButtonModel
import JSONRPC
import TestSupport

/// One expression with the state that it reads.
struct Trial {
  let program: ExpressionProgram
  var state: [UTF8String: StateValue] = [:]
  var lost: Set<UTF8String> = []
  var language = LanguageTag.english

  init(_ expression: String, limits: ExpressionLimits = ExpressionLimits()) throws {
    program = try ExpressionProgram(UTF8String(expression), limits: limits)
  }

  init(template: String, limits: ExpressionLimits = ExpressionLimits()) throws {
    program = try ExpressionProgram(template: UTF8String(template), limits: limits)
  }

  /// Its value, or the failure in words, as a text for comparison.
  func outcome(atMost steps: Int = .max) -> Outcome {
    var evaluator = ExpressionEvaluator(language: language)
    switch evaluator.evaluate(program, reading: source, atMost: steps) {
    case .success(let value): return .value(value)
    case .failure(let failure): return .error(program.error(for: failure))
    }
  }

  /// What the program reads.
  var source: TrialSource {
    TrialSource(
      values: program.keys.map { state[$0.name] }, lost: program.keys.map { lost.contains($0.name) }
    )
  }
}

/// Values and liveness by slot.
struct TrialSource: ExpressionSource {
  var values: [StateValue?] = []
  var lost: [Bool] = []

  func value(at slot: Int) -> StateValue? { values[slot] }
  func isLost(at slot: Int) -> Bool { lost[slot] }
}

/// What came of an expression.
enum Outcome: Equatable, CustomStringConvertible {
  case value(StateValue)
  case error(ExpressionError)

  var description: String {
    switch self {
    case .value(let value): value.json
    case .error(let error): "\(error.code.rawValue): \(error)"
    }
  }

  /// The error's code.
  var code: ExpressionError.Code? { if case .error(let error) = self { error.code } else { nil } }
}

/// What comes of an expression, compiled or not, in a state.
func outcome(
  _ expression: String, _ state: [UTF8String: StateValue] = [:], lost: Set<UTF8String> = [],
  isTemplate: Bool = false
) -> Outcome {
  do {
    var trial = try isTemplate ? Trial(template: expression) : Trial(expression)
    trial.state = state
    trial.lost = lost
    return trial.outcome()
  } catch let error as ExpressionError {
    return .error(error)
  } catch {
    preconditionFailure("compiling throws expression errors alone")
  }
}

extension StateValue {
  /// The value of any JSON.
  init(parsing text: String) throws {
    let parser = JSONParser()
    self = try StateValue(parser.parse(text))
    withExtendedLifetime(parser) {}
  }

  private init(_ element: JSONElement) throws {
    switch element.kind {
    case .null: self = .null
    case .bool: self = .bool(element.bool == true)
    case .integer: self = .int(element.int ?? 0)
    case .double: self = .double(element.double ?? 0)
    case .string: self = .string(UTF8String(element.string ?? ""))
    case .outOfRangeInteger: throw TestFailure("a number is out of range")
    case .array, .object:
      var writer = JSONWriter()
      try writer.canonical(element)
      self = .json(UTF8String(copying: writer.bytes))
    }
  }

  /// Its JSON.
  var json: String {
    var writer = JSONWriter()
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let value): writer.double(value)
    case .string(let text): writer.string(text.bytes)
    case .json(let text): text.bytes.withUnsafeBytes { writer.value(raw: $0) }
    }
    return writer.string
  }
}
