import PluginChannel

/// Why a worker cannot go on, for the daemon's log.
struct WorkerFailure: Error {
  let code: WorkerExitCode
  /// What failed, on what, with both values if two disagree.
  let message: String
}
