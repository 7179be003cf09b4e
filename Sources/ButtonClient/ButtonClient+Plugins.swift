import ButtonProtocol

extension ButtonClient {
  /// Makes the daemon read a plugin's files again and use them; false when they have not changed.
  /// When anything is wrong with them this throws, and the old ones stay in use.
  @discardableResult
  public func reloadPlugin(_ name: String) async throws(ClientError) -> Bool {
    try await send(PluginsReloadRequest(name: name)).replaced
  }

  /// Lifts a plugin's quarantine, lets its poisoned buttons try again, and starts it.
  public func resetPlugin(_ name: String) async throws(ClientError) {
    _ = try await send(PluginsResetRequest(name: name))
  }

  /// Lets a disabled plugin run again; if the configuration disables it, until the daemon restarts.
  public func enablePlugin(_ name: String) async throws(ClientError) {
    _ = try await send(PluginsEnableRequest(name: name))
  }

  /// Stops a plugin until it is enabled; a restart of the daemon does not enable it.
  public func disablePlugin(_ name: String) async throws(ClientError) {
    _ = try await send(PluginsDisableRequest(name: name))
  }
}
