import CButtonPlugin
import PluginChannel

/// A plugin from its creation to its end.
final class PluginLife {
  private let plugin: UnsafePointer<btn_plugin>
  private let api: UnsafePointer<btn_host_api>
  /// The plugin's pointer, once it has begun.
  private(set) var instance: UnsafeMutableRawPointer?

  init(_ plugin: UnsafePointer<btn_plugin>, _ api: UnsafePointer<btn_host_api>) {
    self.plugin = plugin
    self.api = api
  }

  func begin() throws(WorkerFailure) {
    guard let create = plugin.pointee.create else {
      throw WorkerFailure(code: .abiRefused, message: "the table lacks create")
    }
    instance = nil
    let status = create(api, &instance)
    guard status >= 0 else {
      throw WorkerFailure(code: .createFailed, message: "create failed with status \(status)")
    }
    try WarmupTable.warmUp(plugin, instance)
  }

  func end() { plugin.pointee.destroy?(instance) }
}
