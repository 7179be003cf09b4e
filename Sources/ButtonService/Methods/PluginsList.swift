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
    let plugins = call.engine.plugins.map { plugin, status, buttons in
      PluginListing(
        name: plugin.name, id: plugin.id, version: plugin.version,
        path: plugin.path, state: status.state.rawValue, pid: status.pid.map { Int($0) },
        restarts: status.restarts, lastError: status.lastError, buttons: buttons)
    }
    PluginsListResponse(plugins: plugins).write(into: &writer)
    return .answered
  }
}
