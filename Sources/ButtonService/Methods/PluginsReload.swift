import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum PluginsReload: Handler {
  typealias Message = PluginsReloadRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PluginsReloadRequest(params: call.params)
    let (lane, control) = try call.plugin(named: request.name)
    let ticket = call.ticket()
    control.reload(lane) { [weak service = call.service] outcome in
      service?.answerLater(ticket, result(outcome, lane, service))
    }
    return .deferred(ticket)
  }

  private static func result(
    _ outcome: PluginReload, _ lane: LaneID, _ service: Service?
  ) -> Result<[UInt8], ProtocolError> {
    let isReplaced: Bool
    switch outcome {
    case .replaced: isReplaced = true
    case .unchanged: isReplaced = false
    case .refused(let why):
      return .failure(
        ProtocolError(
          .pluginUnavailable, "not reloaded, what was in force stays: \(why)", path: "params.name"))
    }
    guard let plugin = service?.listing(of: lane) else {
      preconditionFailure("lanes are never given up")
    }
    var writer = JSONWriter()
    PluginsReloadResponse(replaced: isReplaced, plugin: plugin).write(into: &writer)
    return .success([UInt8](writer.bytes))
  }
}
