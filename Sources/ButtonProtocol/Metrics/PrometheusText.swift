/// Metrics in Prometheus' text format 0.0.4, as a scrape or a text file collector reads them.
package struct PrometheusText {
  /// Lines, each with its end.
  package private(set) var text = ""

  /// Everything that a daemon counts.
  package init(_ statistics: ServerStatsResponse) {
    var names: Set<String> = []
    for figure in statistics.figures {
      let metric = Metric.of(figure.name)
      guard names.insert(metric.name).inserted else { continue }
      begin(metric.name, metric.kind, metric.help)
      text += "\(metric.name) \(figure.value)\n"
    }
    append(
      "buttond_plugin_up", .gauge, "Whether the plugin's worker runs.", statistics.plugins
    ) { $0.state == "running" ? "1" : "0" }
    append(
      "buttond_plugin_restarts_total", .counter, "Times that its worker was started again.",
      statistics.plugins
    ) { "\($0.restarts)" }
    append(
      "buttond_plugin_handler_seconds_total", .counter, "Time that the plugin's code has taken.",
      statistics.plugins
    ) { PrometheusText.seconds($0.handlerTime) }
  }

  private mutating func begin(_ name: String, _ kind: Metric.Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private mutating func append(
    _ name: String, _ kind: Metric.Kind, _ help: String, _ plugins: [PluginFigures],
    value: (PluginFigures) -> String
  ) {
    if plugins.isEmpty { return }
    begin(name, kind, help)
    var seen: Set<String> = []
    for plugin in plugins where seen.insert(plugin.name).inserted {
      text += "\(name){plugin=\"\(PrometheusText.escaped(plugin.name))\"} \(value(plugin))\n"
    }
  }

  /// A label's value between its quotes.
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

  /// Microseconds in seconds, exactly.
  private static func seconds(_ microseconds: UInt64) -> String {
    "\(microseconds / 1_000_000)." + "\(microseconds % 1_000_000 + 1_000_000)".dropFirst()
  }
}
