import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `plugins.disable`: stops a plugin until it is enabled.
enum PluginsDisable: Handler {
  typealias Message = PluginsDisableRequest
  static let right = Role.admin

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PluginsDisableRequest(params: call.params)
    let (lane, control) = try call.plugin(named: request.name)
    control.disable(lane)
    return call.answer(lane, by: control, wants: .disabled, into: &writer)
  }
}
