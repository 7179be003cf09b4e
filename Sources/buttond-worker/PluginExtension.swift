import CButtonPlugin
import PluginChannel

/// Asks a plugin for its tables.
enum PluginExtension {
  /// A plugin's table for an extension, nil when it has none; the plugin has been created.
  static func table<Table>(
    _ type: Table.Type, _ name: String, of plugin: UnsafePointer<btn_plugin>,
    _ instance: UnsafeMutableRawPointer?
  ) throws(WorkerFailure) -> UnsafePointer<Table>? {
    guard let address = plugin.pointee.get_extension?(instance, name) else { return nil }
    // Every table begins with its size.
    let size = address.load(as: UInt32.self)
    let needed = MemoryLayout<Table>.size
    guard size >= needed else {
      throw WorkerFailure(
        code: .abiRefused,
        message: "the plugin's table for \(name) has \(size) bytes, \(needed) are needed")
    }
    return address.assumingMemoryBound(to: type)
  }

  /// A table in which a function is not set.
  static func lacks(_ function: String, _ name: String) -> WorkerFailure {
    WorkerFailure(
      code: .abiRefused, message: "the plugin's table for \(name) lacks \(function)")
  }
}
