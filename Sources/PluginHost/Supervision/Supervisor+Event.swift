package import Supervision

extension Supervisor {
  /// What happens to a plugin.
  package enum Event: Hashable, Sendable {
    /// These files were quarantined in an earlier life of the daemon, and why; comes before
    /// `verified`.
    case quarantinedBefore(String)
    /// Its manifest and files passed every check that does not run its code.
    case verified
    /// Its files do not match its manifest.
    case unverified(String)
    /// The start queue lets it start.
    case admitted
    case spawned(pid: Int32)
    /// No process could be made, through no fault of the plugin.
    case spawnFailed(String)
    /// The worker said hello, in agreement with the manifest.
    case hello
    case batchSent(sequence: UInt32, count: Int)
    /// The oldest batch in flight was answered.
    case answered(sequence: UInt32)
    /// Suspected buttons, among others, were answered.
    case cleared([UInt64])
    /// The worker broke the protocol.
    case refused(String)
    /// The worker said that it can never serve.
    case gaveUp(String)
    case channelClosed
    /// `blamed` is the button that its status page names, `detail` what else is known about the
    /// end.
    case exited(ProcessExit, blamed: UInt64? = nil, detail: String? = nil)
    case timerFired
    /// The same, but the channel has data that the loop has not yet read or written.
    case heldUp
    /// A button of this plugin was redefined or removed.
    case redefined(UInt64)
    /// Forget deaths, quarantine, failure and poisoned buttons. What failed its check is
    /// `discovered` again, and must be checked again.
    case reset
    /// Newer files of the plugin are not used, and why; this version goes on.
    case notReplaced(String)
    /// `disable` lasts until `enable`.
    case enable, disable
    /// End for good.
    case stop
  }

  /// What to do, in order.
  package enum Action: Hashable, Sendable {
    /// Ask the start queue; an urgent start recovers buttons that were being served.
    case requestStart(isUrgent: Bool)
    /// Report to the start queue that this start is over, or no longer wanted.
    case endStart
    case spawn
    case sendStop
    /// SIGKILL to the process group.
    case kill
    /// Batches may be sent.
    case becameReady
    /// No batch may be sent; those in flight will not be answered.
    case becameDown(DownReport)
    case statusChanged
    /// Remember across restarts of the daemon that these files are quarantined, and why.
    case recordQuarantine(String)
    case liftQuarantine
    /// After `stop`: no process is left.
    case stopped
  }
}
