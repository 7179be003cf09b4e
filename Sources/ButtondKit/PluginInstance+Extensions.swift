import CButtonPlugin

extension PluginInstance {
  /// The table of an extension, nil when the plugin has no use for it.
  static func pluginExtension(
    _ instance: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>?
  ) -> UnsafeRawPointer? {
    guard let instance, let id else { return nil }
    switch String(cString: id) {
    case BTN_EXT_WARMUP: return UnsafeRawPointer(warmupTable)
    case BTN_EXT_GESTURE:
      let plugin = Unmanaged<PluginInstance>.fromOpaque(instance).takeUnretainedValue()
      return plugin.hasPrimitiveStyles ? UnsafeRawPointer(gestureTable) : nil
    default: return nil
    }
  }
}
