import ButtonProtocol
import PluginChannel
import PluginHost

/// Asks a plugin's library who it is before its files are used, in a worker as the daemon would.
package struct LibraryTrial: Sendable {
  /// The installed `buttond-worker`.
  private let worker: String
  /// Per start.
  private let milliseconds: Int

  package init(worker: String, milliseconds: Int = 20_000) {
    self.worker = worker
    self.milliseconds = milliseconds
  }

  /// Starts a folder's plugin, and throws if it does not start or is not what its manifest says.
  /// `name` is for messages. Does nothing without a library for this machine.
  func ask(_ folder: String, of manifest: Manifest, named name: String) throws(ToolError) {
    guard manifest.library(for: .current) != nil else { return }
    let place = try ToolError.from { () throws(FileError) in try TemporaryPlace() }
    defer { place.remove() }
    let taken = try ToolError.from { () throws(TakeRefusal) in
      try PluginCache(folder: place.path).take(folder, among: [])
    }
    do throws(WorkerEnd) {
      let plugin = CheckedPlugin(plugin: taken.plugin, copy: taken.copy)
      _ = try CheckWorker(
        worker, plugin, CheckConditions(), WorkerDeadline(milliseconds: milliseconds))
    } catch {
      let finding = error.finding
      throw ToolError(
        "\(name): the plugin does not start: \(finding.message): \(finding.remedy)")
    }
  }
}
