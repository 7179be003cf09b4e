import TestSupport
import Testing

extension ConformanceTests {
  /// Sixteen sets of traits may be in use.
  @Test func seventeenDifferentDisplaysAreOneTooMany() throws {
    let client = try LiveDaemon.connect()
    let limit = try client.call("hello", #"{"client":"wall"}"#)["limits"]?["traitSets"]?.int
    #expect(limit == 16)
    // The daemon's own set is always in use, so it is the first of them.
    func params(_ index: Int) -> String {
      if index == 0 { return #"{"match":"*"}"# }
      let tint = "#0000" + String(index + 16, radix: 16)
      return #"{"match":"*","traits":{"tint":"\#(tint)"}}"#
    }
    var subscriptions: [String] = []
    for index in 0..<16 {
      let result = try client.call("buttons.subscribe", params(index))
      subscriptions.append(result["subscription"]?.string ?? "")
    }
    let refused = try client.refusal(of: "buttons.subscribe", params(16))
    #expect(refused.code == -32_005)
    #expect(refused.reason == "limitExceeded")
    #expect(refused.error["data"]?["limit"]?.string == "traitSets")
    #expect(refused.error["data"]?["value"]?.int == 16)

    // One of those in use may be used again, and one that is given up makes room.
    try LiveDaemon.connect().call("buttons.subscribe", params(3))
    try client.call("unsubscribe", #"{"subscription":"\#(subscriptions[1])"}"#)
    try client.call("buttons.subscribe", params(16))
    client.close()
    try LiveDaemon.clear()
  }
}
