import ButtonProtocol

extension ButtonClient {
  /// Has a plugin's files read again and used; false when they are those in use. Throws, and leaves the
  /// old ones in use, when anything is wrong with them.
  @discardableResult
  public func reloadPlugin(_ name: String) async throws(ClientError) -> Bool {
    try await send(PluginsReloadRequest(name: name)).replaced
  }

  /// Forgets what a plugin did, lifts its quarantine, and starts it.
  public func resetPlugin(_ name: String) async throws(ClientError) {
    _ = try await send(PluginsResetRequest(name: name))
  }

  /// Lets a disabled plugin run again; where the configuration disables it, until the daemon starts the
  /// next time.
  public func enablePlugin(_ name: String) async throws(ClientError) {
    _ = try await send(PluginsEnableRequest(name: name))
  }

  /// Stops a plugin until it is enabled, also when the daemon starts again.
  public func disablePlugin(_ name: String) async throws(ClientError) {
    _ = try await send(PluginsDisableRequest(name: name))
  }
}
