import ButtonClient
import ButtonProtocol

extension DaemonLine {
  /// Waits until no plugin is about to start, for that many milliseconds at most; how they are then,
  /// by their names.
  func waitForPlugins(_ patience: Int64) throws(ClientError) -> [String: PluginListing] {
    let first: PluginsSubscribeResponse = try call(PluginsSubscribeRequest()).decode()
    var plugins: [String: PluginListing] = [:]
    for plugin in first.plugins { plugins[plugin.name] = plugin }
    let end = DaemonLine.milliseconds + patience
    while plugins.values.contains(where: { $0.state == "starting" || $0.state == "restarting" }),
      DaemonLine.milliseconds < end
    {
      switch try next(timeout: 1_000) {
      case .message(.notification("plugin.changed", let params)):
        let change: PluginChangedNotification = try params.decode()
        plugins[change.plugin.name] = change.plugin
      case .message, .woken, .timeout: break
      case .closed: throw ClientError(.connectionLost, "the daemon went away")
      }
    }
    _ = try call(UnsubscribeRequest(subscription: first.subscription))
    return plugins
  }
}
