import ButtonModel
import ButtonProtocol
import Testing

/// Metrics as Prometheus reads them, held to the rules of its text format.
@Suite struct PrometheusTextTests {
  @Test func everyScopeOfAFleetHasItsFigures() throws {
    var shop = FleetScopeStatus()
    shop.name = "shop-4"
    shop.state = "live"
    shop.revision = 17
    shop.queued = 2
    shop.forks = 1
    var hall = FleetScopeStatus()
    hall.name = "hall"
    hall.state = "offline"
    hall.roundTrips = FleetRoundTrips(
      count: 3, time: 2_000_700, buckets: [.init(upTo: 1_000, count: 2)])
    let text = PrometheusText(ServerStatsResponse(figures: [], fleet: [shop, hall])).text
    for line in [
      #"buttond_fleet_live{scope="shop-4"} 1"#, #"buttond_fleet_live{scope="hall"} 0"#,
      #"buttond_fleet_revision{scope="shop-4"} 17"#, #"buttond_fleet_queued{scope="shop-4"} 2"#,
      #"buttond_fleet_forks_total{scope="shop-4"} 1"#,
      #"buttond_fleet_rejected_total{scope="hall"} 0"#,
      #"buttond_fleet_round_trip_seconds_bucket{scope="hall",le="0.001000"} 2"#,
      #"buttond_fleet_round_trip_seconds_bucket{scope="hall",le="+Inf"} 3"#,
      #"buttond_fleet_round_trip_seconds_sum{scope="hall"} 2.000700"#,
      #"buttond_fleet_round_trip_seconds_count{scope="hall"} 3"#,
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    _ = try PrometheusReader.read(text)
  }

  @Test func everyFigureIsAMetricWithHelpAndType() throws {
    var pill = plugin("pill", .running)
    (pill.restarts, pill.poisoned, pill.handlerTime) = (2, 3, 1_500_007)
    let statistics = ServerStatsResponse(
      version: "1.2.3", figures: Metric.table.map { .init($0.figure, 7) },
      plugins: [pill, plugin("org.example.bad", .quarantined)])
    let families = try PrometheusReader.read(PrometheusText(statistics).text)
    #expect(families.count == Metric.table.count + 5)
    #expect(families["buttond_build_info"]?.samples == [#"version="1.2.3""#: "1"])
    for metric in Metric.table {
      let family = try #require(families[metric.name], "\(metric.figure)")
      #expect(family.type == metric.kind.rawValue)
      #expect(family.samples == ["": "7"])
    }
    #expect(
      families["buttond_plugin_up"]?.samples
        == [#"plugin="pill""#: "1", #"plugin="org.example.bad""#: "0"])
    #expect(
      families["buttond_plugin_handler_seconds_total"]?.samples[#"plugin="pill""#] == "1.500007")
    #expect(families["buttond_plugin_restarts_total"]?.samples[#"plugin="pill""#] == "2")
    #expect(families["buttond_plugin_poisoned_buttons"]?.samples[#"plugin="pill""#] == "3")
    #expect(families["buttond_late_answers_total"]?.type == "counter")
  }

  private func plugin(_ name: String, _ state: PluginState) -> PluginFigures {
    var figures = PluginFigures()
    figures.name = name
    figures.state = state.rawValue
    return figures
  }

  @Test func labelsAreEscaped() throws {
    let statistics = ServerStatsResponse(
      figures: [], plugins: [plugin("a\"b\\c\nd", .running)])
    let families = try PrometheusReader.read(PrometheusText(statistics).text)
    #expect(families["buttond_plugin_up"]?.samples == [#"plugin="a\"b\\c\nd""#: "1"])
  }

  @Test func whatANewerDaemonCountsIsPassedOn() throws {
    let statistics = ServerStatsResponse(figures: [
      .init("madeUpThings", 3), .init("ticks", 1), .init("ticks", 2), .init("odd name-é", 4),
    ])
    let families = try PrometheusReader.read(PrometheusText(statistics).text)
    #expect(families["buttond_made_up_things"]?.type == "untyped")
    #expect(families["buttond_made_up_things"]?.samples == ["": "3"])
    #expect(families["buttond_ticks_total"]?.samples == ["": "1"])
    #expect(families["buttond_odd_name__"]?.samples == ["": "4"])
  }

  @Test func theTableNamesNothingTwice() {
    #expect(Set(Metric.table.map(\.name)).count == Metric.table.count)
    #expect(Set(Metric.table.map(\.figure)).count == Metric.table.count)
    for metric in Metric.table {
      #expect(metric.help.hasSuffix(".") && !metric.help.contains("\n"), "\(metric.figure)")
    }
  }

  /// Texts that a strict reader refuses, so that the tests above mean something.
  @Test(arguments: [
    "buttond_a 1\n", "# TYPE buttond_a gauge\nbuttond_a 1\n",
    "# HELP buttond_a A.\n# TYPE buttond_a gauge\nbuttond_a 1",
    "# HELP buttond_a A.\n# TYPE buttond_a counter\nbuttond_a 1\n",
    "# HELP buttond_a A.\n# TYPE buttond_a gauge\nbuttond_a 1\nbuttond_a 2\n",
    "# HELP buttond_a A.\n# TYPE buttond_a gauge\nbuttond_a{x=\"\"y\"} 2\n",
    "# HELP buttond_a A.\n# TYPE buttond_a gauge\nbuttond_a{x=\"y\\q\"} 2\n",
    "# HELP buttond_a A.\n# TYPE buttond_a gauge\n", "# HELP a-b A.\n# TYPE a-b gauge\na-b 1\n",
  ])
  func theReaderIsStrict(text: String) {
    #expect(throws: PrometheusReader.Mistake.self) { try PrometheusReader.read(text) }
  }
}
