import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonService

/// Takes down what clients ask of sources.
private final class FakeSources: SourceControl {
  var listings: [SourceListing] = []
  var orders: [String] = []
  var runs: [() -> Void] = []
  /// Whether a program cannot even be started.
  var endsAtOnce = false

  func listing(of name: String) -> SourceListing? { listings.first { $0.name == name } }

  func run(_ name: String, then: @escaping () -> Void) {
    orders.append("run \(name)")
    if endsAtOnce { then() } else { runs.append(then) }
  }

  func reset(_ name: String) { orders.append("reset \(name)") }

  func send(action line: [UInt8], to name: String) {
    orders.append("\(name): \(String(decoding: line, as: UTF8.self))")
  }
}

@Suite struct SourceTests {
  private let daemon = MemoryDaemon()
  private let sources = FakeSources()

  init() {
    daemon.open("a")
    daemon.open("b")
    daemon.service.sourceControl = sources
    var polled = SourceDefinition("polled", ["x"])
    polled.key = "p"
    polled.format = .number
    polled.interval = 60_000_000_000
    sources.listings = [
      SourceListing(polled, SourceStatus(.waiting)),
      SourceListing(SourceDefinition("follows", ["x"], keys: ["f.*"]), SourceStatus(.running)),
    ]
  }

  private func change(_ name: String, _ change: (inout SourceListing) -> Void) {
    guard let index = sources.listings.firstIndex(where: { $0.name == name }) else { return }
    change(&sources.listings[index])
    daemon.service.sourceChanged(name)
    daemon.turn()
  }

  @Test func theListHasWhatThereIsToSay() throws {
    sources.listings.removeLast()
    #expect(
      try daemon.call("sources.list")?.text
        == #"{"sources":[{"name":"polled","state":"waiting","every":60000,"format":"number","#
        + #""keys":["p"],"restarts":0,"deaths":0,"lines":0,"refusedLines":0,"droppedActions":0}]}"#)
  }

  @Test func withoutSourcesTheListIsEmpty() throws {
    daemon.service.sourceControl = nil
    #expect(try daemon.call("sources.list")?.text == #"{"sources":[]}"#)
    let error = try daemon.call("sources.reset", #"{"name":"polled"}"#)
    #expect(error?["data"]?["reason"]?.string == "notFound")
  }

  @Test func aRunThatIsOverAtOnceIsAnswered() throws {
    sources.endsAtOnce = true
    let answer = try daemon.call("sources.run", #"{"name":"polled"}"#)
    #expect(answer?["source"]?["name"]?.string == "polled")
  }

  @Test func aRunIsAnsweredWhenItIsOver() throws {
    daemon.send(
      Array(#"{"id":7,"method":"sources.run","params":{"name":"polled"},"jsonrpc":"2.0"}"#.utf8))
    #expect(daemon.waiting() == 0)
    #expect(sources.orders == ["run polled"])
    sources.listings[0].lines = 1
    sources.runs.removeLast()()
    daemon.turn()
    let answer = try daemon.next()
    #expect(answer?["id"]?.int == 7)
    #expect(answer?["result"]?["source"]?["lines"]?.int == 1)
  }

  @Test func aSourceThatAReloadTookAwayMeanwhileIsNotFound() throws {
    daemon.send(
      Array(#"{"id":7,"method":"sources.run","params":{"name":"polled"},"jsonrpc":"2.0"}"#.utf8))
    sources.listings = []
    sources.runs.removeLast()()
    daemon.turn()
    #expect(try daemon.next()?["error"]?["data"]?["reason"]?.string == "notFound")
  }

  @Test func whatIsNotPolledIsNotRun() throws {
    let error = try daemon.call("sources.run", #"{"name":"follows"}"#)
    #expect(error?["code"]?.int == -32602)
    #expect(error?["data"]?["path"]?.string == "params.name")
    #expect(sources.orders == [])
  }

  @Test func aResetIsAnsweredAtOnce() throws {
    let result = try daemon.call("sources.reset", #"{"name":"follows"}"#)
    #expect(result?["source"]?["name"]?.string == "follows")
    #expect(sources.orders == ["reset follows"])
  }

  @Test func anUnknownNameHasTheNearestInItsMessage() throws {
    let error = try daemon.call("sources.run", #"{"name":"poled"}"#)
    #expect(error?["data"]?["reason"]?.string == "notFound")
    #expect(error?["message"]?.string?.contains("did you mean 'polled'?") == true)
  }

  @Test func subscribersHearOfEveryChangeOnce() throws {
    let result = try daemon.call("sources.subscribe", on: "b")
    #expect(result?["sources"]?.elements.count == 2)
    let subscription = try #require(result?["subscription"]?.string)
    change("polled") { $0.state = "restarting" }
    change("polled") { $0.lines = 3 }
    let next = try daemon.next(on: "b")
    #expect(next?["method"]?.string == "source.changed")
    #expect(next?["params"]?["subscription"]?.string == subscription)
    #expect(next?["params"]?["source"]?["state"]?.string == "restarting")
    #expect(daemon.waiting(on: "b") == 0)
    #expect(daemon.waiting(on: "a") == 0)
    sources.listings.removeFirst()
    daemon.service.sourceChanged("polled")
    daemon.service.sourceChanged("polled")
    daemon.turn()
    #expect(try daemon.next(on: "b")?["params"]?["removed"]?.string == "polled")
    #expect(daemon.waiting(on: "b") == 0)
    try daemon.call("unsubscribe", #"{"subscription":"\#(subscription)"}"#, on: "b")
    change("follows") { $0.state = "quarantined" }
    #expect(daemon.waiting(on: "b") == 0)
  }

  @Test func aClientThatTakesNoBytesHearsTheEnd() throws {
    try daemon.call("sources.subscribe", on: "b")
    let connection = try #require(daemon.connection("b"))
    daemon.service.connectionBlocked(connection)
    for pid in 1...1_000 { change("follows") { $0.pid = pid } }
    #expect(daemon.waiting(on: "b") == 0)
    daemon.service.connectionDrained(connection)
    daemon.turn()
    #expect(daemon.waiting(on: "b") == 1)
    #expect(try daemon.next(on: "b")?["params"]?["source"]?["pid"]?.int == 1_000)
  }

  @Test func anActionReachesItsSourceAndSubscribers() throws {
    try daemon.call("actions.subscribe", on: "b")
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"x","style":"plain","action":{"name":"go","payload":[1],"source":"follows"}},{"id":"y","style":"plain","action":{"name":"go"}}]}"#
    )
    try daemon.call("buttons.trigger", #"{"id":"x"}"#)
    try daemon.call("buttons.trigger", #"{"id":"y"}"#)
    #expect(sources.orders.count == 1)
    let action = try #require(try daemon.next(on: "b")?["params"])
    let revision = try #require(action["revision"]?.int)
    #expect(
      sources.orders == [
        #"follows: {"id":"x","name":"go","payload":[1],"revision":\#(revision)}"# + "\n"
      ])
  }

  @Test func statisticsHaveEachSource() throws {
    sources.listings[1].isLost = true
    let figures = try daemon.call("server.stats")?["sources"]?.elements
    #expect(
      figures?.map(\.text) == [
        #"{"name":"polled","state":"waiting","up":true,"restarts":0,"lines":0,"refusedLines":0}"#,
        #"{"name":"follows","state":"running","up":false,"restarts":0,"lines":0,"refusedLines":0}"#,
      ])
  }
}
