import CButtonPlugin
import PluginChannel

enum PluginExtension {
  /// A created plugin's table for an extension; nil if it has none.
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

  static func lacks(_ function: String, _ name: String) -> WorkerFailure {
    WorkerFailure(
      code: .abiRefused, message: "the plugin's table for \(name) lacks \(function)")
  }
}
