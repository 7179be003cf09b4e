import ButtonEngine
import ButtonExpressions
import ButtonModel
import ButtonProtocol
import JSONRPC

enum StateEval: Handler {
  typealias Message = StateEvalRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateEvalRequest(params: call.params)
    let service = call.service
    let program = try compile(request, service).program
    call.engine.settle()
    let limits = call.engine.settings.limits.expressions
    service.evaluator.limits = limits
    let result = service.evaluator.evaluate(program, reading: call.engine.reader(of: program))
    service.budget.work &+= service.evaluator.steps * WorkCost.expressionStep

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
