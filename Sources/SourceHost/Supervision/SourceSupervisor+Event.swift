package import Supervision

extension SourceSupervisor {
  /// What happens to a source.
  package enum Event: Hashable, Sendable {
    /// The source begins.
    case start
    /// Its process runs.
    case spawned(pid: Int32)
    /// The process could not be started.
    case spawnFailed(String)
    /// It printed a value that was taken.
    case delivered
    /// Its standard output has ended.
    case outputEnded
    /// It must be killed, with the reason.
    case refused(String)
    /// The process is gone; `fault` is an error in the output of a run, or why the program could not be
    /// started.
    case exited(ProcessExit, fault: String? = nil)
    /// `wakeAt` has come.
    case timerFired
    /// A polled source must run now.
    case run
    /// Forget the past: deaths and quarantine.
    case reset
    /// End for good.
    case stop
  }

  /// What the host must do, in order.
  package enum Action: Hashable, Sendable {
    /// Start the process.
    case spawn
    /// SIGTERM to the program's group.
    case terminate
    /// Make the runner kill everything that the program has started.
    case kill
    /// Kill the runner, which has not done so.
    case killNow
    /// It died, or a run failed, and why.
    case died(String)
    /// It died too often and is quarantined.
    case wasQuarantined(String)
    /// It runs well again, which ends a quarantine.
    case recovered
    /// A run of a polled source is over.
    case runEnded
    /// `status` differs from before.
    case statusChanged
    /// After `stop`: no process is left.
    case stopped
  }

  /// Where a source is in its life.
  package enum Phase: Hashable, Sendable {
    /// It has not begun.
    case idle
    /// Its program runs.
    case running
    /// It was asked to end, and has not.
    case stopping
    /// Its output has ended or it is being killed; the cause is reported unless the exit says more.
    case ending(String?)
    /// The runner is killing everything; the process has not ended yet.
    case killing(String?)
    /// A polled one waits for its next run.
    case waiting
    /// It waits to be started again.
    case backoff
    /// It died too often; `wakeAt` is the next try.
    case quarantined
    /// It ended for good.
    case stopped
  }
}
