import ButtonEngine
import ButtonModel
import Testing

/// What the engine tells about its plugins.
@Suite struct PluginFigureTests {
  @Test func aPluginsTimeIsWhatItsWorkersReportAddedUp() throws {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        if update.id == "bad" { update.fail("told to") }
        _ = update.read("key")
      },
      FakePlugin("q") { _ in },
    ])
    try rig.define(.make("a", "p/style"), .make("b", "p/style"), .make("bad", "p/style"))
    // The fake worker reports a microsecond for each button, failed or not.
    try rig.settle()
    #expect(rig.engine.pluginReports.map(\.handlerTime) == [3, 0])
    try rig.set(["key": .int(1)])
    try rig.settle()
    #expect(rig.engine.pluginReports.map(\.handlerTime) == [6, 0])
    #expect(rig.engine.pluginReports.map(\.buttons) == [3, 0])
  }
}
