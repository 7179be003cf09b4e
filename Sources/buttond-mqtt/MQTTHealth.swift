import BrokerLink
import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import MQTTBridge

/// What `--health` says: whether the files are in order, whether a broker accepts connections where
/// they say, and whether the daemon lets this user write and has all that the broker feeds. The
/// broker hears no name: it ends the older of two connections with the same.
struct MQTTHealth {
  /// How long the daemon may take to answer, in milliseconds.
  private static let patience: UInt64 = 5_000
  /// How many remarks on the file are reported; `--check` has all.
  private static let maximumRemarks = 5

  let report: HealthReport

  init(_ path: String, _ socket: SocketPath) {
    let plan: BridgePlan
    do throws(ConfigurationError) {
      plan = try BridgePlan(reading: path)
    } catch {
      report = HealthReport(
        error.remarks.prefix(Self.maximumRemarks).map {
          .init(.problem, "\($0)", "Mend the file, then restart buttond-mqtt.")
        })
      return
    }
    var findings = plan.remarks.prefix(Self.maximumRemarks).map {
      HealthReport.Finding(.note, "\($0)")
    }
    var lease: LeaseFigures?
    do throws(ClientError) {
      let daemon = try PolledConnection(
        socket, SilenceWatch.Patience(milliseconds: Self.patience))
      try daemon.introduce("buttond-mqtt", as: .write)
      let stats: ServerStatsResponse = try daemon.call(ServerStatsRequest()).decode()
      lease = stats.leases.first { $0.name == plan.settings.lease }
    } catch {
      findings.append(
        .init(
          .problem,
          "the daemon at \(socket.text) takes no keys of this user: \(error.message)",
          error.advice(needing: .write)))
    }
    findings.append(Self.feeding(plan, lease, path))
    report = HealthReport(findings)
  }

  private static func feeding(
    _ plan: BridgePlan, _ lease: LeaseFigures?, _ path: String
  ) -> HealthReport.Finding {
    let lost = lease?.lostKeys ?? 0
    let losses = "\(keys(lost, plan)) \(lost == 1 ? "is" : "are") lost"
    if let reason = BrokerProbe.reason(plan.broker.host, plan.broker.port) {
      return .init(
        .problem, "no broker at \(plan.brokerName): \(reason)\(lost > 0 ? "; \(losses)" : "")",
        "Start the broker, or mend broker.host and broker.port in \(path), then restart "
          + "buttond-mqtt."
      )
    }
    if lost > 0, lease?.holders == 0 {
      return .init(
        .problem, "nothing is fed, though a broker is at \(plan.brokerName): \(losses)",
        "The log of buttond-mqtt says why the broker or the daemon refuses it, such as a wrong "
          + "password; mend it, then restart buttond-mqtt.")
    }
    if lost > 0 {
      return .init(
        .note, "\(losses): since the broker or the bridge was away nothing came for them",
        "Have what sends them publish with retain.")
    }
    let fed = lease.map { ", \(keys($0.keys, plan))" } ?? ""
    return .init(.ok, "a broker is at \(plan.brokerName)\(fed)")
  }

  private static func keys(_ count: Int, _ plan: BridgePlan) -> String {
    "\(count) \(count == 1 ? "key" : "keys") of the lease \(plan.settings.lease)"
  }
}
