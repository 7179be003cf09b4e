/// What the command line says.
struct DaemonOptions {
  /// Nil for the default place.
  var socketPath: String?
  /// Folders of plugin folders besides the installed ones.
  var pluginFolders: [String]
  var logLevel: LogLevel
  var logFormat: LogFormat
}
