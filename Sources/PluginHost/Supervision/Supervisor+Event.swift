package import Supervision

extension Supervisor {
  /// What happens to a plugin.
  package enum Event: Hashable, Sendable {
    /// These very files were quarantined in an earlier life of the daemon, and why; to come before
    /// `verified`.
    case quarantinedBefore(String)
    /// Its manifest and files passed every check that needs no code run.
    case verified
    /// Its files are not what its manifest says.
    case unverified(String)
    /// The start queue lets it start.
    case admitted
    /// Its process runs.
    case spawned(pid: Int32)
    /// No process could be made; nothing the plugin did.
    case spawnFailed(String)
    /// The worker said hello, and what it said agrees with the manifest.
    case hello
    /// A batch was written to it.
    case batchSent(sequence: UInt32, count: Int)
    /// The oldest batch out was answered.
    case answered(sequence: UInt32)
    /// Suspected buttons among others were answered.
    case cleared([UInt64])
    /// The worker broke the protocol.
    case refused(String)
    /// The worker said that it can never serve.
    case gaveUp(String)
    /// The worker's end of the channel is closed.
    case channelClosed
    /// The process is gone; `blamed` is the button its status page names, `detail` what else is
    /// known about the end.
    case exited(ProcessExit, blamed: UInt64? = nil, detail: String? = nil)
    /// `wakeAt` has come.
    case timerFired
    /// The same, where the channel holds what the loop has had no time to read, or to write.
    case heldUp
    /// A button of this plugin got a new definition or was removed.
    case redefined(UInt64)
    /// Forget the past: deaths, quarantine, failure, poisoned buttons. What failed its check is
    /// `discovered` again, and wants another.
    case reset
    /// Newer files of the plugin are not used, and why; this version goes on.
    case notReplaced(String)
    /// Be on, or be off until told otherwise.
    case enable, disable
    /// End for good.
    case stop
  }

  /// What is to be done about it, in order.
  package enum Action: Hashable, Sendable {
    /// Ask the start queue; an urgent start recovers buttons that were being served.
    case requestStart(isUrgent: Bool)
    /// Tell the start queue that this start is over, or no longer wanted.
    case endStart
    /// Make the process.
    case spawn
    /// Write the stop frame.
    case sendStop
    /// SIGKILL to the process group.
    case kill
    /// Batches may be sent.
    case becameReady
    /// No batch may be sent; those out will not be answered.
    case becameDown(DownReport)
    /// `status` differs from before.
    case statusChanged
    /// Remember across restarts of the daemon that these files are quarantined, and why.
    case recordQuarantine(String)
    /// Remember it no longer.
    case liftQuarantine
    /// After `stop`: no process is left.
    case stopped
  }
}
