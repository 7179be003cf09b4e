/// The rules that make each change count once, through lost answers, crashes and engines that lose
/// their last seconds. All are in force; tests omit one to prove that the simulation needs it.
package struct ScopeRules: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An answered request is kept until it is stable.
  package static let requestsAreKept = ScopeRules(rawValue: 1)
  /// A request is sent again under its number.
  package static let numbersStay = ScopeRules(rawValue: 2)
  /// The number of a refused request is kept and used up again.
  package static let refusedNumbersAreKept = ScopeRules(rawValue: 4)
  /// An entry must follow from the one before.
  package static let entriesFollow = ScopeRules(rawValue: 8)
  package static let entriesSettle = ScopeRules(rawValue: 16)
  package static let answersDoNotSettle = ScopeRules(rawValue: 32)
  /// A request that a snapshot has is not laid over it again.
  package static let snapshotsSettle = ScopeRules(rawValue: 64)
  /// A daemon asks from time to time whether its cursor is in the history.
  package static let continuityIsVerified = ScopeRules(rawValue: 128)

  package static let all = ScopeRules(rawValue: 255)

  /// Always true in optimised builds.
  @inline(__always)
  func apply(_ rule: ScopeRules) -> Bool {
    #if DEBUG
      contains(rule)
    #else
      true
    #endif
  }
}
