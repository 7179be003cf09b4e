import ButtonEngine
import ButtonExpressions
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// `state.eval`: what an expression comes to now.
enum StateEval: Handler {
  typealias Message = StateEvalRequest

  /// What it costs to evaluate a step, in units of work.
  private static let workOfStep = 30

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateEvalRequest(params: call.params)
    let service = call.service
    let program = try compile(request, service).program
    call.engine.settleDerivedKeys()
    let source = PresentState(program, call.engine)
    let limits = call.engine.settings.expressions
    service.evaluator.limits = limits
    let result = service.evaluator.evaluate(program, reading: source)
    service.budget.work &+= service.evaluator.steps * workOfStep

    var response = StateEvalResponse()
    response.revision = call.engine.revision
    response.keys = program.keys.map(\.name)
    response.steps = service.evaluator.steps
    response.maximumSteps = limits.steps
    switch result {
    case .success(let value):
      response.value = value
      response.type = StateValueType(of: value)
    case .failure(let failure):
      response.error = ExpressionFault(program.error(for: failure))
    }
    response.write(into: &writer)
    return .answered
  }

  private static func compile(
    _ request: StateEvalRequest, _ service: Service
  ) throws(ProtocolError) -> Derivation {
    if let template = request.template {
      return try service.compile(.template(UTF8String(template)), path: "params.template")
    }
    let source = UTF8String(request.expression ?? "")
    return try service.compile(.expression(source), path: "params.expression")
  }
}

/// The newest values of the keys of a program.
private struct PresentState: ExpressionSource {
  private let engine: Engine
  /// By slot; nil for a name that no key has.
  private let keys: [KeyID?]

  init(_ program: ExpressionProgram, _ engine: Engine) {
    self.engine = engine
    keys = program.keys.map { engine.store.key(named: $0.name) }
  }

  func value(at slot: Int) -> StateValue? { keys[slot].flatMap { engine.store.value(of: $0) } }

  func isLost(at slot: Int) -> Bool { keys[slot].map { engine.isLost($0) } ?? false }
}
