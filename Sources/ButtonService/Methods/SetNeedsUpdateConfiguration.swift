import ButtonEngine
import ButtonProtocol
import JSONRPC

enum SetNeedsUpdateConfiguration: Handler {
  typealias Message = SetNeedsUpdateConfigurationRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try SetNeedsUpdateConfigurationRequest(params: call.params)
    let count = call.engine.setNeedsUpdateConfiguration(request.match)
    SetNeedsUpdateConfigurationResponse(buttons: count).write(into: &writer)
    return .answered
  }
}
