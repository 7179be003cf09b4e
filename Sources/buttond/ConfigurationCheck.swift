import ButtonEngine
import ButtonModel
import DaemonConfiguration
import PluginHost

/// Says what is wrong with a configuration, without starting anything.
struct ConfigurationCheck {
  private let options: DaemonOptions
  private let layout: InstalledLayout

  init(_ options: DaemonOptions, _ layout: InstalledLayout) {
    self.options = options
    self.layout = layout
  }

  /// Reads everything, prints what there is to say about it, and returns whether it may be used.
  func run() -> Bool {
    guard let path = options.configurationPath else {
      ButtondCommand.write(
        "the built-in defaults hold; --config FILE names a file to check\n", to: 1)
      return true
    }
    let loaded: LoadedConfiguration
    do throws(ConfigurationError) {
      loaded = try ConfigurationLoader(layout).check(path)
    } catch {
      ButtondCommand.complain(of: error)
      return false
    }
    for warning in loaded.warnings { warn("\(warning)") }
    warnOfPlugins(loaded)
    let count = loaded.definitions.count
    ButtondCommand.write(
      "\(path) is in order: \(count) \(count == 1 ? "button" : "buttons"), theme"
        + " \(loaded.settings.theme)\n", to: 1)
    return true
  }

  /// What buttons name that no plugin has: no error, as the plugin may come.
  private func warnOfPlugins(_ loaded: LoadedConfiguration) {
    let engine = Engine(epoch: "")
    let folders =
      layout.pluginFolders + loaded.settings.plugins.paths + options.pluginFolders
    let scan = PluginFolders(folders).scan()
    for refusal in scan.refusals { warn(refusal.message) }
    for plugin in scan.plugins { _ = engine.pluginInstalled(plugin.descriptor, now: 0) }
    for button in loaded.definitions {
      let complaints = [
        engine.complaint(about: button.definition), loaded.complaint(about: button),
      ]
      for complaint in complaints.compactMap(\.self) { warn("\(button.remark(complaint))") }
    }
  }

  private func warn(_ text: String) { ButtondCommand.write("warning: \(text)\n", to: 2) }
}
