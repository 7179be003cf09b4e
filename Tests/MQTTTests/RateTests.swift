import TestSupport
import Testing

/// How many messages a second come through; it reports, and asserts only that the last of each topic
/// arrives.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RateTests {
  @Test func theLastOfManyMessagesOfEachTopicArrives() throws {
    let (broker, daemon) = (try Mosquitto(), try DaemonProcess())
    let bridge = try BridgeProcess(
      daemon, port: broker.port, "topics:\n  - {topic: load/+, key: load.$1}\n")
    try bridge.waitUntilSubscribed()
    let rounds = scaled(20)
    let messages = (0..<rounds * 1_000).map {
      (topic: "load/t\($0 % 1_000)", payload: "\($0)")
    }
    let began = Deadline.now
    try MessageFlood.send(to: broker.port, messages)
    let client = try daemon.connect()
    let deadline = Deadline()
    var values: [JSONTree] = []
    let last = (0..<1_000).map { (rounds - 1) * 1_000 + $0 }
    var isThere = false
    while !isThere, !deadline.hasPassed {
      let answer = try client.call("state.get", #"{"under":"load"}"#)["values"]
      values = last.indices.map { answer?["load.t\($0)"] ?? .null }
      isThere = values == last.map { .int(Int64($0)) }
    }
    #expect(isThere, "not the last values: \(values.prefix(3))")
    let seconds = Double(Deadline.now - began) / 1e9
    let rate = Int(Double(messages.count) / seconds)
    print("\(messages.count) messages of 1000 topics in \(seconds) s: \(rate) a second")
    #expect(try bridge.mostMemory < Sanitizer.most(192 << 20))
  }
}
