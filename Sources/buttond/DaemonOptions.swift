import ButtonProtocol
import DaemonConfiguration
import Glibc

/// The command line's options.
struct DaemonOptions {
  /// All are checked; a start uses the last.
  var configurationPaths: [String] = []
  /// Only check the configuration.
  var isCheck = false
  /// Only restore this backup.
  var backup: String?
  /// Nil for the default path.
  var socketPath: String?
  /// Keep nothing when the daemon ends.
  var isEphemeral = false
  /// Nil for the default folder.
  var stateFolder: String?
  /// Start without what a damaged state database held.
  var acceptsDataLoss = false
  /// Folders of plugin folders beside the installed ones.
  var pluginFolders: [String] = []
  /// Run the installed plugins, not only those of `pluginFolders` and the configuration.
  var usesInstalledPlugins = true
  /// Leave the clock's keys, and what the configuration defines, to the clients, as a replay does.
  var isForReplay = false
  /// End when the process that started the daemon ends.
  var endsWithParent = false
  /// Nil for the configuration's.
  var logLevel: LogLevel?
  var logFormat: LogFormat?

  /// Nil for the built-in defaults.
  var configurationPath: String? { configurationPaths.last }

  /// The command line's folder, else the configuration's, else the system's default; nil if nothing
  /// is kept.
  func stateFolderPath(configured: String?) -> String? {
    if isEphemeral { return nil }
    if let folder = stateFolder ?? configured { return DaemonOptions.absolute(folder) }
    return Environment.defaultStateFolder
  }

  /// Workers have another working directory.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }
}
