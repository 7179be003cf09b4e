import CPlatform

/// Waits for a time of the day while it listens to the channel.
struct Alarm: ~Copyable {
  /// What ended a wait.
  enum Event {
    /// The channel has something to read, or is closed.
    case channel
    /// The time has come.
    case due
    /// Somebody set the clock.
    case clockWasSet
  }

  /// Negative where the system has no alarms to give.
  private let descriptor = csystem_alarm_create()
  private var setTo: Int64?

  /// Whether there is an alarm to wait with.
  var isThere: Bool { descriptor >= 0 }

  /// Waits until a time, in milliseconds since 1970, or until the channel can be read.
  mutating func wait(until time: Int64, or channel: Int32) -> Event {
    if setTo != time {
      guard csystem_alarm_set(descriptor, time) == 0 else { return .channel }
      setTo = time
    }
    switch csystem_alarm_wait(descriptor, channel) {
    case CSYSTEM_ALARM_DUE:
      setTo = nil
      return .due
    case CSYSTEM_ALARM_SET:
      setTo = nil
      return .clockWasSet
    default: return .channel
    }
  }
}
