import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `plugins.list`: which plugins there are and how they are doing.
enum PluginsList: Handler {
  typealias Message = PluginsListRequest
  static let right = Role.admin

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try PluginsListRequest(params: call.params)
    let plugins = call.engine.plugins.map { plugin in
      PluginListing(
        name: plugin.descriptor.name, id: plugin.descriptor.id,
        version: plugin.descriptor.version, path: plugin.descriptor.path,
        state: plugin.status.state.rawValue, pid: plugin.status.pid.map { Int($0) },
        restarts: plugin.status.restarts, lastError: plugin.status.lastError,
        buttons: plugin.buttons, handlerTime: plugin.handlerTime)
    }
    PluginsListResponse(plugins: plugins).write(into: &writer)
    return .answered
  }
}
