/// Metrics in Prometheus' text format 0.0.4, as a scrape or a text file collector reads them.
package struct PrometheusText {
  /// Whole lines.
  package private(set) var text = ""

  package init(_ statistics: ServerStatsResponse) {
    append(
      "buttond_build_info", .gauge, "1, with the daemon's release.", of: "version",
      statistics.version.map { [($0, 1)] } ?? []
    ) { "\($0)" }
    var names: Set<String> = []
    for figure in statistics.figures {
      let metric = Metric.of(figure.name)
      guard names.insert(metric.name).inserted else { continue }
      begin(metric.name, metric.kind, metric.help)
      text += "\(metric.name) \(figure.value)\n"
    }
    let plugins = statistics.plugins.map { ($0.name, $0) }
    append(
      "buttond_plugin_up", .gauge, "Whether the plugin's worker runs.", of: "plugin", plugins
    ) { $0.state == "running" ? "1" : "0" }
    append(
      "buttond_plugin_restarts_total", .counter, "Times that its worker was started again.",
      of: "plugin", plugins
    ) { "\($0.restarts)" }
    append(
      "buttond_plugin_poisoned_buttons", .gauge,
      "Buttons that are not tried any more, because the worker died on them.", of: "plugin", plugins
    ) { "\($0.poisoned)" }
    append(
      "buttond_plugin_handler_seconds_total", .counter, "Time that the plugin's code has taken.",
      of: "plugin", plugins
    ) { PrometheusText.seconds($0.handlerTime) }
    let sources = statistics.sources.map { ($0.name, $0) }
    append(
      "buttond_source_up", .gauge, "Whether the source delivers: neither down nor silent.",
      of: "source", sources
    ) { $0.isUp ? "1" : "0" }
    append(
      "buttond_source_restarts_total", .counter, "Times that its program was started again.",
      of: "source", sources
    ) { "\($0.restarts)" }
    append(
      "buttond_source_lines_total", .counter, "Lines, or outputs of runs, that were taken.",
      of: "source", sources
    ) { "\($0.lines)" }
    append(
      "buttond_source_refused_lines_total", .counter, "Those that were not.", of: "source", sources
    ) { "\($0.refusedLines)" }
    let leases = statistics.leases.map { ($0.name, $0) }
    append(
      "buttond_lease_keys", .gauge, "State keys that belong to the lease.", of: "lease", leases
    ) { "\($0.keys)" }
    append(
      "buttond_lease_lost_keys", .gauge, "Those of them that nothing feeds any more.", of: "lease",
      leases
    ) { "\($0.lostKeys)" }
    appendFleet(statistics.fleet.map { ($0.name, $0) })
  }

  private mutating func appendFleet(_ scopes: [(String, FleetScopeStatus)]) {
    append(
      "buttond_fleet_live", .gauge, "Whether this daemon has what the fleet has.", of: "scope",
      scopes
    ) { $0.state == "live" ? "1" : "0" }
    append(
      "buttond_fleet_revision", .gauge, "The fleet's revision, up to which it has the keys.",
      of: "scope", scopes
    ) { "\($0.revision ?? 0)" }
    append(
      "buttond_fleet_queued", .gauge, "Changes that wait for the fleet.", of: "scope", scopes
    ) { "\($0.queued)" }
    append(
      "buttond_fleet_kept", .gauge, "Requests that are kept until they are stable.", of: "scope",
      scopes
    ) { "\($0.kept)" }
    append(
      "buttond_fleet_forks_total", .counter,
      "Times that the engine had lost a part of its history.",
      of: "scope", scopes
    ) { "\($0.forks)" }
    append(
      "buttond_fleet_rejected_total", .counter, "Changes that were accepted and dropped.",
      of: "scope", scopes
    ) { "\($0.rejected)" }
    appendRoundTrips(scopes)
  }

  private mutating func appendRoundTrips(_ scopes: [(name: String, figures: FleetScopeStatus)]) {
    let name = "buttond_fleet_round_trip_seconds"
    var seen: Set<String> = []
    for (scope, status) in scopes {
      guard let trips = status.roundTrips, seen.insert(scope).inserted else { continue }
      if seen.count == 1 {
        begin(
          name, .histogram,
          "Time from the first time that a change was sent until it came back in the fleet's log.")
      }
      let label = "scope=\"\(PrometheusText.escaped(scope))\""
      for bucket in trips.buckets {
        let bound = PrometheusText.seconds(bucket.upTo)
        text += "\(name)_bucket{\(label),le=\"\(bound)\"} \(bucket.count)\n"
      }
      text += "\(name)_bucket{\(label),le=\"+Inf\"} \(trips.count)\n"
      text += "\(name)_sum{\(label)} \(PrometheusText.seconds(trips.time))\n"
      text += "\(name)_count{\(label)} \(trips.count)\n"
    }
  }

  private mutating func begin(_ name: String, _ kind: Metric.Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// A metric with one value for each thing; the label tells them apart.
  private mutating func append<Figures>(
    _ name: String, _ kind: Metric.Kind, _ help: String, of label: String,
    _ all: [(name: String, figures: Figures)], value: (Figures) -> String
  ) {
    if all.isEmpty { return }
    begin(name, kind, help)
    var seen: Set<String> = []
    for one in all where seen.insert(one.name).inserted {
      text += "\(name){\(label)=\"\(PrometheusText.escaped(one.name))\"} \(value(one.figures))\n"
    }
  }

  private static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Exact.
  private static func seconds(_ microseconds: UInt64) -> String {
    "\(microseconds / 1_000_000)." + "\(microseconds % 1_000_000 + 1_000_000)".dropFirst()
  }
}
