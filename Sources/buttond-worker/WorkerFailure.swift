import PluginChannel

/// Why a worker cannot go on, for the daemon's log.
struct WorkerFailure: Error {
  let code: WorkerExitCode
  /// What failed, on what, with both values where two did not agree.
  let message: String
}
