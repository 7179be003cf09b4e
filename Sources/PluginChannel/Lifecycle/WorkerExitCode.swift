package enum WorkerExitCode: Int32, Sendable {
  /// Asked to stop, or the daemon is gone.
  case done = 0
  /// The channel broke during a send.
  case channelBroke = 1
  /// The library is missing or cannot be loaded.
  case libraryNotLoaded = 64
  /// The library does not export the entry function.
  case symbolMissing = 65
  /// The library or its manifest uses an ABI that this worker does not support.
  case abiRefused = 66
  /// The library is not the plugin that its manifest names.
  case identityMismatch = 67
  /// The plugin's `create` or `warm_up` failed.
  case createFailed = 68
  /// Not started by a daemon: there is no channel.
  case channelMissing = 69
  /// The worker cannot read what the daemon sent.
  case malformedFrame = 70
  /// The kernel lacks what a strict sandbox needs.
  case sandboxUnavailable = 71

  /// Another try is useless until the plugin's files change.
  package static let permanent: ClosedRange<Int32> = 64...79
}
