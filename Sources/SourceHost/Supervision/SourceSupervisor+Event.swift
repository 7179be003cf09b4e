package import Supervision

extension SourceSupervisor {
  /// What happens to a source.
  package enum Event: Hashable, Sendable {
    case start
    case spawned(pid: Int32)
    case spawnFailed(String)
    /// It printed a value that was taken.
    case delivered
    case outputEnded
    /// It must be killed, with the reason.
    case refused(String)
    /// The process is gone; `fault` is an error in the output of a run, or why the program could
    /// not be started.
    case exited(ProcessExit, fault: String? = nil)
    case timerFired
    /// A polled source must run now.
    case run
    /// Forget deaths and quarantine.
    case reset
    /// End for good.
    case stop
  }

  /// What the host must do, in order.
  package enum Action: Hashable, Sendable {
    case spawn
    /// SIGTERM to the program's group.
    case terminate
    /// Make the runner kill everything that the program has started.
    case kill
    /// Kill the runner, which has not done so.
    case killNow
    /// It died, or a run failed, and why.
    case died(String)
    case wasQuarantined(String)
    /// It runs well again, which ends a quarantine.
    case recovered
    /// A run of a polled source is over.
    case runEnded
    case statusChanged
    /// After `stop`: no process is left.
    case stopped
  }

  /// A phase in a source's life.
  package enum Phase: Hashable, Sendable {
    case idle
    case running
    /// It was asked to end, and has not.
    case stopping
    /// Its output has ended or it is being killed; the cause is reported unless the exit says more.
    case ending(String?)
    /// The runner is killing everything; the process has not ended yet.
    case killing(String?)
    /// A polled source waits for its next run.
    case waiting
    case backoff
    /// It died too often; `wakeAt` is the next try.
    case quarantined
    case stopped
  }
}
