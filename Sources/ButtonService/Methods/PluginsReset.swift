import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `plugins.reset`: forgets what counts against a plugin, and starts it.
enum PluginsReset: Handler {
  typealias Message = PluginsResetRequest
  static let right = Role.admin

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PluginsResetRequest(params: call.params)
    let (lane, control) = try call.plugin(named: request.name)
    control.reset(lane)
    call.engine.pluginIsForgiven(lane)
    return call.answer(lane, by: control, into: &writer)
  }
}
