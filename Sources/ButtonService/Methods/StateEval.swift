import ButtonEngine
import ButtonExpressions
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// `state.eval`: what an expression comes to now.
enum StateEval: Handler {
  typealias Message = StateEvalRequest

  /// What it costs to compile a byte of source, and to evaluate a step, in units of work.
  private static let workOfByte = 100
  private static let workOfStep = 30

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateEvalRequest(params: call.params)
    let service = call.service
    let program = try compile(request, service)
    let source = PresentState(program, call.engine.store)
    let result = service.evaluator.evaluate(program, reading: source)
    service.budget.work &+= service.evaluator.steps * workOfStep

    var response = StateEvalResponse()
    response.revision = call.engine.revision
    response.keys = program.keys.map(\.name)
    response.steps = service.evaluator.steps
    response.maximumSteps = ExpressionLimits().steps
    switch result {
    case .success(let value):
      response.value = value
      response.type = value.typeName
    case .failure(let failure):
      let error = program.error(for: failure)
      response.error = ExpressionFault(
        code: error.code.rawValue, message: error.message, line: error.line, column: error.column)
    }
    response.write(into: &writer)
    return .answered
  }

  private static func compile(
    _ request: StateEvalRequest, _ service: Service
  ) throws(ProtocolError) -> ExpressionProgram {
    let isTemplate = request.template != nil
    let text = UTF8String(request.template ?? request.expression ?? "")
    let limits = ExpressionLimits()
    service.budget.work &+= min(text.bytes.count, limits.sourceBytes) * workOfByte
    do {
      return isTemplate
        ? try ExpressionProgram(template: text, limits: limits)
        : try ExpressionProgram(text, limits: limits)
    } catch {
      throw .invalidParams("\(error)", path: isTemplate ? "params.template" : "params.expression")
    }
  }
}

/// The newest values of the keys of a program.
private struct PresentState: ExpressionSource {
  private let store: Store
  /// By slot; nil for a name that no key has.
  private let keys: [KeyID?]

  init(_ program: ExpressionProgram, _ store: Store) {
    self.store = store
    keys = program.keys.map { key in
      key.name.bytes.withUnsafeBytes { store.key(named: $0) }
    }
  }

  func value(at slot: Int) -> StateValue? { keys[slot].flatMap { store.value(of: $0) } }

  // Nothing tells yet whether what feeds a key is gone.
  func isLost(at slot: Int) -> Bool { false }
}
