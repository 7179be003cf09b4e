import CButtonPlugin

/// The plugin's half of `buttond.warmup/1`.
extension PluginInstance {
  /// The one table of the process.
  nonisolated(unsafe) static let warmupTable: UnsafePointer<btn_plugin_warmup> = {
    let table = UnsafeMutablePointer<btn_plugin_warmup>.allocate(capacity: 1)
    table.initialize(
      to: btn_plugin_warmup(
        size: UInt32(MemoryLayout<btn_plugin_warmup>.size),
        warm_up: { instance in PluginInstance.warmUp(instance) }))
    return UnsafePointer(table)
  }()

  private static func warmUp(_ instance: UnsafeMutableRawPointer?) -> btn_status {
    guard let instance else { return BTN_E_INVALID }
    let plugin = Unmanaged<PluginInstance>.fromOpaque(instance).takeUnretainedValue()
    do {
      try plugin.warmUp(Startup(host: plugin.host))
      return BTN_OK
    } catch {
      plugin.host.log("\(error)", level: .error)
      return BTN_E_INVALID
    }
  }
}
