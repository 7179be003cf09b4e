import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum PluginsReset: Handler {
  typealias Message = PluginsResetRequest

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

enum PluginsEnable: Handler {
  typealias Message = PluginsEnableRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PluginsEnableRequest(params: call.params)
    let (lane, control) = try call.plugin(named: request.name)
    control.enable(lane)
    return call.answer(lane, by: control, into: &writer)
  }
}

enum PluginsDisable: Handler {
  typealias Message = PluginsDisableRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PluginsDisableRequest(params: call.params)
    let (lane, control) = try call.plugin(named: request.name)
    control.disable(lane)
    return call.answer(lane, by: control, wants: .disabled, into: &writer)
  }
}
