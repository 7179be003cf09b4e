import Glibc
import Supervision

extension Supervisor {
  /// What the end of a process means.
  struct Ending {
    let reason: DownReport.Reason
    let message: String
    let isFault: Bool
    /// Somebody else ended it: no button is to blame.
    let isFromOutside: Bool

    /// Nil if there was no process to end. With its exit code a worker can say that a restart is
    /// useless, but only before hello; later it is an exit like others, which a button of the
    /// plugin may cause.
    init?(of phase: Phase, _ exit: ProcessExit, _ detail: String?, hasSaidHello: Bool) {
      switch phase {
      case .dying(.hung(let why)): self.init(.hung, why)
      case .dying(.refused(let why)): self.init(.crashed, why)
      case .dying(.gaveUp(let why)): self.init(.failed, why)
      case .dying(.neverExited) where exit == .signal(SIGKILL):
        self.init(.crashed, "left its channel and did not exit")
      case .dying(.channelClosed), .dying(.neverExited), .spawning, .ready, .busy:
        // A loader that finds a library shorter than its headers say dies this way.
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
