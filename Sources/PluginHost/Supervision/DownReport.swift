/// Why a lane has no worker now, and which of its buttons is to blame.
package struct DownReport: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It was asked to stop, and its replacement starts.
    case starting
    /// The process died or broke the protocol; it will be restarted.
    case crashed
    /// It missed a deadline and was killed; it will be restarted.
    case hung
    /// It died too often; only an occasional probe starts it.
    case quarantined
    /// A restart would not help.
    case failed
    case disabled
  }

  /// What is known about the button that was being resolved when the worker died.
  package enum Blame: Hashable, Sendable {
    /// Its first death: try this button alone, after all others.
    case suspected(UInt64)
    /// Another death: show its fallback look until it is redefined.
    case poisoned(UInt64)
  }

  package let reason: Reason
  package let message: String
  /// Nil if the worker was not resolving a button.
  package let blame: Blame?

  package init(_ reason: Reason, _ message: String, blame: Blame? = nil) {
    self.reason = reason
    self.message = message
    self.blame = blame
  }
}
