package import ButtonModel

/// A change of state that time brings about, and no request: those who record hear of it.
package enum TimedChange {
  /// The clock set its keys, or removed some that nothing reads any more.
  case clock([StateOperation])
  /// The holder of a lease was silent for too long: its keys are lost, among them `key`.
  case silence(lease: UTF8String, holder: LeaseHolder, key: UTF8String)
  /// A press of a connection has performed the action of its button, or that of a gesture, or has tried to;
  /// no replay would do it alone.
  case performed(
    UTF8String, gesture: TimedGesture?, connection: ConnectionID, refusal: EngineError?)
}
