/// Why a lane has no worker now, and which of its buttons is to blame.
package struct DownReport: Hashable, Sendable {
  /// Why there is no worker.
  package enum Reason: Hashable, Sendable {
    /// It was asked to go, and its replacement starts.
    case starting
    /// The process died, or broke the protocol; it will be started again.
    case crashed
    /// It did not answer in time and was killed; it will be started again.
    case hung
    /// It died too often; only a probe now and then starts it.
    case quarantined
    /// Starting it again would not help.
    case failed
    /// It was asked to be off.
    case disabled
  }

  /// What is known about the button that was being resolved when the worker died.
  package enum Blame: Hashable, Sendable {
    /// The first death there: try this button alone, after all others.
    case suspected(UInt64)
    /// Another death there: show its fallback look until it is redefined.
    case poisoned(UInt64)
  }

  /// Why there is no worker.
  package let reason: Reason
  /// The same in words, for people.
  package let message: String
  /// The button that was being resolved, if the worker died resolving one.
  package let blame: Blame?

  package init(_ reason: Reason, _ message: String, blame: Blame? = nil) {
    self.reason = reason
    self.message = message
    self.blame = blame
  }
}
