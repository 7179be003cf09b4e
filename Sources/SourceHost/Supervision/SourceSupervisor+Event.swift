package import Supervision

extension SourceSupervisor {
  /// What happens to a source.
  package enum Event: Hashable, Sendable {
    /// Begin.
    case start
    /// Its process runs.
    case spawned(pid: Int32)
    /// No process could be made.
    case spawnFailed(String)
    /// It printed a value that was taken.
    case delivered
    /// Nothing more will be read of what it prints.
    case outputEnded
    /// It must not go on, and why.
    case refused(String)
    /// The process is gone; `fault` says what is wrong with what it printed in a run, or why it could
    /// not be started.
    case exited(ProcessExit, fault: String? = nil)
    /// `wakeAt` has come.
    case timerFired
    /// A polled source is to run now.
    case run
    /// Forget the past: deaths and quarantine.
    case reset
    /// End for good.
    case stop
  }

  /// What is to be done about it, in order.
  package enum Action: Hashable, Sendable {
    /// Make the process.
    case spawn
    /// SIGTERM to the program's group.
    case terminate
    /// Have everything killed that the program has started.
    case kill
    /// The same, as what should do it does not.
    case killNow
    /// It died, or a run failed, and why.
    case died(String)
    /// It died too often; it is tried now and then.
    case wasQuarantined(String)
    /// A quarantine is over, as it runs well again.
    case recovered
    /// A run of a polled source is over, well or badly.
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
    /// Its output has ended or it is being killed; the cause is what will be reported, unless how it
    /// exits says more.
    case ending(String?)
    /// It is being killed and is still there.
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
