import ButtonClient
import ButtonProtocol

extension PolledConnection {
  /// Waits until no plugin is starting, for at most `patience` milliseconds; returns the plugins by
  /// name.
  func waitForPlugins(_ patience: Int64) throws(ClientError) -> [String: PluginListing] {
    let changes = subscribe(PluginsSubscribeRequest())
    defer { unsubscribe(changes) }
    let first: ListingsSubscribeResponse<PluginListing> = try part(of: changes).decode()
    var plugins: [String: PluginListing] = [:]
    for plugin in first.listings { plugins[plugin.name] = plugin }
    let deadline = Self.milliseconds + patience
    while plugins.values.contains(where: { $0.state == "starting" || $0.state == "restarting" }),
      Self.milliseconds < deadline
    {
      guard case .daemon(.part(changes, let part)) = try next(timeout: 1_000) else { continue }
      let change: PluginChangedNotification = try part.json.decode()
      plugins[change.plugin.name] = change.plugin
    }
    return plugins
  }
}
