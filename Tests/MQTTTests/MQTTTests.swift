import TestSupport
import Testing

/// A real daemon and the installed bridge, one test after the other.
@Suite(.serialized, .blocking, .sharing, .timeLimit(.minutes(3)))
struct MQTTTests {
  /// The daemon of all of them, with nothing in it.
  static func daemon() throws -> DaemonProcess {
    let daemon = try Shared.one("daemon") { try DaemonProcess() }
    try daemon.connect().removeEverything()
    return daemon
  }
}
