import ButtonProtocol
import DaemonConfiguration
import MQTTBridge

/// Whether MQTT bridges feed no key that their daemon shares with others, by both configurations.
struct MQTTCheck {
  private static let maximumKeys = 5

  private let socket: String
  private let settings: DaemonSettings?

  /// The bridges are those of a socket; the settings are the daemon's, if known.
  init(_ socket: String, _ settings: DaemonSettings?) {
    (self.socket, self.settings) = (socket, settings)
  }

  func examine(_ report: inout DoctorReport) {
    let shared = settings?.fleet?.scopes.flatMap(\.keys) ?? []
    for bridge in ProcessFacts.all(named: "buttond-mqtt") where bridge.uses(socket) {
      guard let path = bridge.value(of: "--config").flatMap(bridge.path),
        let rules = try? MQTTFile.review(path).settings
      else { continue }
      for key in rules.fedKeys(under: shared).prefix(Self.maximumKeys) {
        report.problem(
          .mqtt, "\(path): the key \(key) is shared with other daemons, and takes no lease",
          "Give its rule `fed: false`, or another key.")
      }
    }
  }
}
