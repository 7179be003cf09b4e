import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// Requests that are answered later, with a plugin that never answers.
@Suite struct WaitingTests {
  /// A daemon with a plugin whose worker is alive and mute, and a button of it.
  private func daemon() throws -> MemoryDaemon {
    let daemon = MemoryDaemon()
    daemon.open("a")
    let lane = daemon.engine.pluginInstalled(
      PluginDescriptor(
        id: "org.example.mute", shortName: "mute",
        styles: [EntryDescriptor(name: "style", title: "Style")],
        handlers: [
          EntryDescriptor(
            name: "handler", title: "Handler",
            parameters: [
              ParameterDescriptor(name: "size", kind: .number(minimum: nil, maximum: 10))
            ])
        ], reads: ["state.*"]), now: daemon.now)
    daemon.engine.pluginStatusChanged(lane, PluginStatus(state: .running, pid: 42))
    daemon.engine.laneReady(lane)
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"m","style":"mute/style","isSelected":{"state":"sel"}}]}"#)
    return daemon
  }

  @Test func aSnapshotDoesNotWaitForAPluginForEver() throws {
    let daemon = try daemon()
    let start = daemon.now
    let result = try daemon.call("buttons.get", #"{"match":"m"}"#)
    #expect(daemon.now - start < 2_100_000_000)
    let record = result?["buttons"]?.elements.first
    #expect(record?["id"]?.string == "m")
    #expect(record?["status"]?["fallback"] == .bool(true))
  }

  @Test func syncRunsOutWithTheRevision() throws {
    let daemon = try daemon()
    try daemon.call("state.set", #"{"values":{"sel":true}}"#)
    let start = daemon.now
    let error = try daemon.call("sync", #"{"timeoutMs":200}"#)
    #expect(error?["code"]?.int == -32007)
    #expect(error?["data"]?["reason"]?.string == "timeout")
    #expect(error?["data"]?["revision"]?.int == Int(daemon.engine.revision))
    #expect(daemon.now - start >= 200_000_000)
    #expect(daemon.now - start < 300_000_000)
  }

  @Test func aWaitRunsOutAndTheChangeStays() throws {
    let daemon = try daemon()
    let error = try daemon.call("state.set", #"{"values":{"sel":true},"wait":"published"}"#)
    #expect(error?["data"]?["reason"]?.string == "timeout")
    #expect(try daemon.call("state.get")?["values"]?["sel"] == .bool(true))
  }

  @Test func aBatchWaitsForItsSlowestMember() throws {
    let daemon = try daemon()
    daemon.send(
      Array(
        """
        [{"jsonrpc":"2.0","id":1,"method":"sync","params":{"timeoutMs":100}},\
        {"jsonrpc":"2.0","id":2,"method":"ping"},\
        {"jsonrpc":"2.0","id":3,"method":"sync","params":{"timeoutMs":50}}]
        """.utf8))
    #expect(daemon.waiting() == 0)
    let answers = try daemon.next()?.elements ?? []
    #expect(answers.compactMap { $0["id"]?.int } == [1, 2, 3])
    #expect(answers.map { $0["error"]?["code"]?.int } == [-32007, nil, -32007])
    #expect(daemon.waiting() == 0)
  }

  @Test func pluginsAndTheirStylesAreListed() throws {
    let daemon = try daemon()
    let plugin = try daemon.call("plugins.list")?["plugins"]?.elements.first
    #expect(plugin?["name"]?.string == "mute")
    #expect(plugin?["id"]?.string == "org.example.mute")
    #expect(plugin?["pid"]?.int == 42)
    #expect(plugin?["buttons"]?.int == 1)
    #expect(plugin?["state"]?.string == "running")
    let styles = try daemon.call("styles.list")
    let style = styles?["styles"]?.elements.last
    #expect(style?["name"]?.string == "mute/style")
    #expect(style?["plugin"]?.string == "org.example.mute")
    let parameter = styles?["handlers"]?.elements.first?["parameters"]?.elements.first
    #expect(parameter?["name"]?.string == "size")
    #expect(parameter?["maximum"] == .double(10))
  }

  /// A definition, the reason it is refused for, and the path.
  static let refusals: [(String, String, String)] = [
    (#"{"id":"x","style":"mute/stlye"}"#, "notFound", "params.buttons[0].style"),
    (
      #"{"id":"x","style":"plain","handler":"mute/nothing"}"#, "notFound",
      "params.buttons[0].handler"
    ),
    (
      #"{"id":"x","style":"plain","handler":"mute/handler","parameters":{"size":11}}"#,
      "invalidParams", "params.buttons[0].parameters.size"
    ),
    (
      #"{"id":"x","style":"plain","handler":"mute/handler","parameters":{"sise":1}}"#,
      "invalidParams", "params.buttons[0].parameters.sise"
    ),
  ]

  @Test(arguments: refusals)
  func aDefinitionIsHeldToWhatThePluginOffers(
    definition: String, reason: String, path: String
  ) throws {
    let error = try daemon().call("buttons.define", #"{"buttons":[\#(definition)]}"#)
    #expect(error?["data"]?["reason"]?.string == reason)
    #expect(error?["data"]?["path"]?.string == path)
  }

  @Test func theSameInAPatchIsNamedWithoutTheList() throws {
    let error = try daemon().call("buttons.patch", #"{"id":"m","parameters":{"size":1}}"#)
    #expect(error?["data"]?["path"]?.string == "params.parameters.size")
  }
}
