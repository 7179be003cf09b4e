import Glibc
import Supervision

extension Supervisor {
  /// What the end of a process means.
  struct Ending {
    let reason: DownReport.Reason
    let message: String
    /// Whether anything went wrong.
    let isFault: Bool
    /// Whether somebody else ended it: then no button is to blame.
    let isFromOutside: Bool

    /// The meaning of an exit in a phase; nil when there was no process to end. That trying again is
    /// useless a worker can say by its exit before it has said hello; later it is just an exit, which
    /// some button of the plugin may cause.
    init?(of phase: Phase, _ exit: ProcessExit, _ detail: String?, hasSaidHello: Bool) {
      switch phase {
      case .dying(.hung(let why)): self.init(.hung, why)
      case .dying(.refused(let why)): self.init(.crashed, why)
      case .dying(.gaveUp(let why)): self.init(.failed, why)
      case .dying(.neverExited) where exit == .signal(SIGKILL):
        self.init(.crashed, "left its channel and did not exit")
      case .dying(.channelClosed), .dying(.neverExited), .spawning, .ready, .busy:
        // A loader that finds less of a library than its beginning promises ends this way.
        let isCut = !hasSaidHello && exit == .signal(SIGBUS)
        let more =
          detail.map { ": \($0)" } ?? (isCut ? ": the library seems to be cut short" : "")
        self.init(
          exit.isPermanent && !hasSaidHello ? .failed : .crashed,
          "the worker \(exit.endOfWorker)\(more)",
          isFromOutside: exit == .signal(SIGKILL) || exit == .signal(SIGTERM))
      case .stopping: self.init(.starting, "the worker is being replaced", isFault: false)
      case .discovered, .verified, .backoff, .quarantined, .failed, .disabled, .stopped:
        return nil
      }
    }

    private init(
      _ reason: DownReport.Reason, _ message: String, isFault: Bool = true,
      isFromOutside: Bool = false
    ) {
      self.reason = reason
      self.message = message
      self.isFault = isFault
      self.isFromOutside = isFromOutside
    }
  }
}
