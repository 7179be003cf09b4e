import CButtonPlugin
import PluginChannel

/// The plugin's table of `buttond.warmup/1`.
enum WarmupTable {
  /// Lets a created plugin get ready, if it implements this.
  static func warmUp(
    _ plugin: UnsafePointer<btn_plugin>, _ instance: UnsafeMutableRawPointer?
  ) throws(WorkerFailure) {
    let table = try PluginExtension.table(
      btn_plugin_warmup.self, BTN_EXT_WARMUP, of: plugin, instance)
    guard let table else { return }
    guard let warmUp = table.pointee.warm_up else {
      throw PluginExtension.lacks("warm_up", BTN_EXT_WARMUP)
    }
    let status = warmUp(instance)
    guard status >= 0 else {
      throw WorkerFailure(code: .createFailed, message: "warm_up failed with status \(status)")
    }
  }
}
