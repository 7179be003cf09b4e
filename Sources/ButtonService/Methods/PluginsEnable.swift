import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `plugins.enable`: lets a disabled plugin run again.
enum PluginsEnable: Handler {
  typealias Message = PluginsEnableRequest
  static let right = Role.admin

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PluginsEnableRequest(params: call.params)
    let (lane, control) = try call.plugin(named: request.name)
    control.enable(lane)
    return call.answer(lane, by: control, into: &writer)
  }
}
