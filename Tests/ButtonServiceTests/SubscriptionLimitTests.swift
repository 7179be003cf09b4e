import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// How many subscriptions, and how many globs in them, one connection may have.
@Suite struct SubscriptionLimitTests {
  private func daemon(limit: Int) -> MemoryDaemon {
    var limits = Limits()
    limits.subscriptions = limit
    let daemon = MemoryDaemon(limits: limits)
    daemon.open("a")
    return daemon
  }

  private func match(_ name: String, globs count: Int) -> String {
    let globs = (0..<count).map { #""*\#(name)\#($0)*""# }.joined(separator: ",")
    return #"{"match":[\#(globs)]}"#
  }

  @Test(arguments: ["buttons.subscribe", "actions.subscribe"])
  func aSubscriptionCountsOnceForEachGlob(method: String) throws {
    let daemon = daemon(limit: 25)
    #expect(try daemon.call(method, match("a", globs: 10))?["code"] == nil)
    let second = try daemon.call(method, match("b", globs: 10))
    let name = try #require(second?["subscription"]?.string)
    let refused = try daemon.call(method, match("c", globs: 10))
    #expect(refused?["data"]?["limit"]?.string == "subscriptions")
    #expect(try daemon.call(method, #"{"match":["d","e"]}"#)?["code"] == nil)
    try daemon.call("unsubscribe", #"{"subscription":"\#(name)"}"#)
    #expect(try daemon.call(method, match("c", globs: 10))?["code"] == nil)
  }

  @Test func globsOfSubscriptionsThatAreNotYetMadeCountAsWell() throws {
    let daemon = daemon(limit: 25)
    try daemon.call(
      "buttons.define", #"{"buttons":[{"id":"b","style":"plain"}]}"#)
    for name in ["a", "b", "c"] {
      daemon.accept(
        Array(
          #"{"jsonrpc":"2.0","id":1,"method":"buttons.subscribe","params":\#(match(name, globs: 10))}"#
            .utf8))
    }
    let answers = try (0..<3).compactMap { _ in try daemon.next() }
    #expect(answers.count { $0["error"]?["data"]?["limit"]?.string == "subscriptions" } == 1)
  }
}
