import CPlatform
import Glibc

/// Waits for a wall-clock time while it listens to the channel.
struct Alarm: ~Copyable {
  enum Event {
    /// The channel has data, or is closed.
    case channel
    case due
    case clockWasSet
  }

  /// Negative if the system provides no alarms.
  private let descriptor = csystem_alarm_create()
  private var setTo: Int64?

  var isThere: Bool { descriptor >= 0 }

  /// Waits until a time, in milliseconds since 1970, or until the channel can be read.
  mutating func wait(until time: Int64, or channel: Int32) -> Event {
    if setTo != time {
      let code = csystem_alarm_set(descriptor, time)
      if code == -ECANCELED {
        // The clock was set since the last wait.
        setTo = nil
        return .clockWasSet
      }
      guard code == 0 else { return .channel }
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
