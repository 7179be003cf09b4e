import DaemonConfiguration

/// What the command line says.
struct DaemonOptions {
  /// Nil where no file is to be read.
  var configurationPath: String?
  /// Say what is wrong with the configuration, and no more.
  var isCheck = false
  /// A backup to be restored, and no more.
  var backup: String?
  /// Nil for the default place.
  var socketPath: String?
  /// Keep nothing beyond the life of the daemon.
  var isEphemeral = false
  /// Where to keep what outlives the daemon; nil for the default place.
  var stateFolder: String?
  /// Start without what a damaged journal held.
  var acceptsDataLoss = false
  /// Folders of plugin folders besides the installed ones.
  var pluginFolders: [String] = []
  /// Run the plugins of those folders and of the configuration's alone.
  var usesInstalledPlugins = true
  /// End when the process that started the daemon does.
  var endsWithParent = false
  /// Nil where the configuration decides.
  var logLevel: LogLevel?
  var logFormat: LogFormat?
}
