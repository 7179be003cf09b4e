import TestSupport
import Testing

/// How many messages a second come through; it reports, and asserts only that the last of each topic
/// arrives.
@Suite(
  .serialized, .blocking, .timeLimit(.minutes(5)),
  .enabled(if: scaled(1) >= 20, "only scripts/soak: it measures"))
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
    let last = (0..<1_000).map { JSONTree.int(Int64((rounds - 1) * 1_000 + $0)) }
    try wait(for: "the last values") {
      let values = try client.call("state.get", #"{"under":"load"}"#)["values"]
      return last.indices.map { values?["load.t\($0)"] ?? .null } == last
    }
    let seconds = Double(Deadline.now - began) / 1e9
    let rate = Int(Double(messages.count) / seconds)
    print("\(messages.count) messages of 1000 topics in \(seconds) s: \(rate) a second")
    #expect(try bridge.mostMemory < Sanitizer.most(192 << 20))
  }
}
