/// When a change of state, or of a button, survives a crash.
package enum Durability: String, Hashable, Sendable, WireName {
  /// Never.
  case none
  /// Soon after it was answered.
  case relaxed
  /// Before it is answered or shown.
  case strict
}
