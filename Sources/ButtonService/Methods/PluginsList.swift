import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `plugins.list`: lists the plugins and their status.
enum PluginsList: Handler {
  typealias Message = PluginsListRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try PluginsListRequest(params: call.params)
    let start = writer.count
    PluginsListResponse(plugins: call.service.pluginListings).write(into: &writer)
    call.service.budget.work &+= (writer.count - start) * Service.workOfListedByte
    return .answered
  }
}
