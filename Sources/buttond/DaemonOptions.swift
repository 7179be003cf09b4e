/// What the command line says.
struct DaemonOptions {
  /// Nil for the default place.
  var socketPath: String?
  /// Keep nothing beyond the life of the daemon.
  var isEphemeral = false
  /// Where to keep what outlives the daemon; nil for the default place.
  var stateFolder: String?
  /// Folders of plugin folders besides the installed ones.
  var pluginFolders: [String] = []
  var logLevel = LogLevel.info
  var logFormat = LogFormat.text
}
