package import ButtonModel

package struct PluginHostSettings: Sendable {
  /// Folders of plugin folders, the installed ones first.
  package var folders: [String]
  package var workerPath: String
  /// Ids or short names of the plugins that are off until somebody enables them.
  package var disabled: Set<String>
  package var figures: SupervisionFigures
  package var startsAtOnce: Int
  /// The folder for workers' copies and the quarantine list; nil keeps both for the host's life.
  package var stateFolder: String?
  package var sandbox: SandboxMode
  package var watchesFolders = true

  package init(
    folders: [String], workerPath: String, disabled: Set<String> = [],
    figures: SupervisionFigures = SupervisionFigures(), startsAtOnce: Int,
    stateFolder: String? = nil, sandbox: SandboxMode = .bestEffort
  ) {
    self.folders = folders.map(PluginHostSettings.withoutSlashesAtItsEnd)
    self.workerPath = workerPath
    self.disabled = disabled
    self.figures = figures
    self.startsAtOnce = startsAtOnce
    self.stateFolder = stateFolder
    self.sandbox = sandbox
  }

  /// A folder needs one path, by which its plugins are known.
  private static func withoutSlashesAtItsEnd(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
