import ButtonClient
import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import Glibc
import MQTTBridge

/// Whether the bridge between a daemon and an MQTT broker does its work, where one is configured.
struct MQTTCheck {
  private let socket: String
  /// Whether the daemon itself answers: where it does not, its bridges cannot reach it.
  private let daemonAnswers: Bool
  private let leases: [LeaseFigures]
  private let settings: DaemonSettings?

  /// The bridges that use a socket; the daemon's leases and settings, as far as they are known.
  init(
    _ socket: String, daemonAnswers: Bool, _ leases: [LeaseFigures], _ settings: DaemonSettings?
  ) {
    self.socket = socket
    self.daemonAnswers = daemonAnswers
    self.leases = leases
    self.settings = settings
  }

  func examine(_ report: inout DoctorReport) {
    let bridges = ProcessFacts.all(named: "buttond-mqtt").filter { $0.uses(socket) }
    for bridge in bridges { examine(bridge, &report) }
    if bridges.isEmpty { examineFile(&report) }
  }

  // MARK: Without a bridge

  /// The file of the unit, which belongs to the daemon of the usual socket.
  private func examineFile(_ report: inout DoctorReport) {
    guard let path = UnitFile.path("mqtt.yaml", ofDaemonAt: socket) else { return }
    let retry = "see that nothing more is wrong:\nbuttond-mqtt --config '\(path)' --check"
    guard read(path, retry, &report) != nil else { return }
    report.problem(
      .mqtt, "\(path) is there, but no buttond-mqtt runs for this socket",
      UnitFile.startAdvice("buttond-mqtt"))
  }

  // MARK: With a bridge

  private func examine(_ bridge: ProcessFacts, _ report: inout DoctorReport) {
    let what = "buttond-mqtt, process \(bridge.id) of \(AccountName.text(ofUser: bridge.user)),"
    if bridge.isStopped(as: what, .mqtt, &report) { return }
    guard let path = bridge.value(of: "--config").flatMap(bridge.path), access(path, R_OK) == 0
    else {
      return report.note(
        .mqtt, "\(what) has a file of rules that this user may not read",
        "Run this as \(AccountName.text(ofUser: bridge.user)), or as root.")
    }
    guard let rules = read(path, bridge.restartAdvice, &report) else { return }
    let broker = "\(rules.host):\(rules.effectivePort)"
    let lease = leases.first { $0.name == rules.lease }
    let lost = lease.map { $0.lostKeys } ?? 0
    let keys = "\(counted(lost, "key")) of its lease \(rules.lease)"
    let verb = lost == 1 ? "is" : "are"
    if let reason = BrokerProbe.reason(rules.host, rules.effectivePort) {
      return report.problem(
        .mqtt,
        "\(what) has no broker at \(broker): \(reason)\(lost > 0 ? "; \(keys) \(verb) lost" : "")",
        "Start the broker, or mend broker.host and broker.port in \(path), then "
          + bridge.restartAdvice)
    }
    if lost > 0, lease?.holders == 0 {
      return report.problem(
        .mqtt,
        "\(what) feeds nothing, though a broker is at \(broker): \(keys) \(verb) lost",
        "Its log says why the broker or the daemon refuses it, such as a wrong password; mend it, then "
          + bridge.restartAdvice)
    }
    if lost > 0 {
      return report.note(
        .mqtt,
        "\(keys) \(verb) lost: since the broker or the bridge was away nothing came for them",
        "Have what sends them publish with retain.")
    }
    if !daemonAnswers {
      return report.note(
        .mqtt, "\(what) waits for the daemon", "It connects when the daemon answers.")
    }
    report.ok(
      .mqtt,
      "process \(bridge.id), broker \(broker)"
        + (lease.map { ", \(counted($0.keys, "key")) of the lease \($0.name)" } ?? ""))
  }

  /// The rules of a file; nil if it is wrong. What is worth knowing of them is noted.
  private func read(
    _ path: String, _ retry: String, _ report: inout DoctorReport
  ) -> MQTTSettings? {
    do throws(ConfigurationError) {
      let (rules, remarks) = try MQTTFile.review(path)
      for remark in remarks.prefix(Self.maximumRemarks) { report.note(.mqtt, "\(remark)") }
      noteShared(rules, path, &report)
      return rules
    } catch {
      for remark in error.remarks.prefix(Self.maximumRemarks) {
        report.problem(.mqtt, "\(remark)", "Mend the file, then \(retry)")
      }
      return nil
    }
  }

  private static let maximumRemarks = 5

  /// Keys that are shared with other daemons take no lease.
  private func noteShared(
    _ rules: MQTTSettings, _ path: String, _ report: inout DoctorReport
  ) {
    let shared = settings?.fleet?.scopes.flatMap(\.keys) ?? []
    for key in rules.fedKeys(under: shared).prefix(Self.maximumRemarks) {
      report.problem(
        .mqtt, "\(path): the key \(key) is shared with other daemons, and takes no lease",
        "Give its rule `fed: false`, or another key.")
    }
  }
}
