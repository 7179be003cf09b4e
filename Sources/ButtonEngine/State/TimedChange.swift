package import ButtonModel

/// A change of state made by time, not by a request; recorders are notified of it.
package enum TimedChange {
  /// The clock set its keys, or removed some that nothing reads any more.
  case clock([StateOperation])
  /// The holder was silent for too long: its keys are lost, among them `key`.
  case silence(lease: UTF8String, holder: LeaseHolder, key: UTF8String)
  /// A press has performed an action or tried to, which no replay would do alone.
  case performed(
    UTF8String, gesture: TimedGesture?, connection: ConnectionID, refusal: EngineError?)
}
