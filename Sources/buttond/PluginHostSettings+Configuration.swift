import DaemonConfiguration
import Glibc
import PluginHost

extension PluginHostSettings {
  /// Figures of supervision for tests: `backoffMs=1,probeIntervalMs=500`.
  static let figuresVariable = "BUTTOND_PLUGIN_FIGURES"

  init(
    _ options: DaemonOptions, _ settings: DaemonSettings, _ layout: InstalledLayout
  ) throws {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let plugins = settings.plugins
    self.init(
      folders: (options.usesInstalledPlugins ? layout.pluginFolders : []) + plugins.paths
        + options.pluginFolders,
      workerPath: layout.workerPath, disabled: Set(plugins.disabled),
      figures: try PluginHostSettings.figures(plugins.limits),
      startsAtOnce: plugins.limits.startsAtOnce ?? StartQueue.capacity(processors: processors),
      stateFolder: options.stateFolderPath(configured: settings.state),
      sandbox: settings.sandbox)
  }

  private static func figures(
    _ limits: PluginLimits
  ) throws(SupervisionFigures.FigureError) -> SupervisionFigures {
    var figures = SupervisionFigures()
    for (name, value) in limits.figures { try figures.set(name, to: value) }
    guard let text = getenv(figuresVariable) else { return figures }
    for part in String(cString: text).split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      let value = pair.count == 2 ? Double(pair[1]) : nil
      try figures.set(pair.first ?? "", to: value ?? .nan)
    }
    return figures
  }
}
