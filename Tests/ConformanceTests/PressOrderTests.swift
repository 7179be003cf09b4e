import TestSupport
import Testing

extension ConformanceTests {
  /// A client that waits for no answer gets what one gets that waits for each, whoever decides what its
  /// presses come to.
  @Test(arguments: ["plain", "press/primitive-scale"], [false, true])
  func requestsAfterAPressTakeEffectAfterIt(_ style: String, inBatches: Bool) throws {
    let app = try LiveDaemon.connect()
    try app.call("state.set", #"{"values":{"probe.isOpen":true,"probe.log":[]}}"#)
    try app.call(
      "buttons.define",
      """
      {"buttons":[{"id":"b","style":"\(style)","isEnabled":{"state":"probe.isOpen"},\
      "action":{"operations":[{"op":"append","key":"probe.log","value":"b"}]}}],\
      "wait":"published"}
      """)
    let rounds = 40
    var text = ""
    for round in 0..<rounds {
      let requests = [
        ("press.began", #"{"id":"b"}"#), ("press.moved", #"{"id":"b","x":1,"y":1}"#),
        ("press.ended", #"{"id":"b"}"#), ("state.set", #"{"values":{"probe.isOpen":false}}"#),
        ("state.update", #"{"operations":[{"op":"append","key":"probe.log","value":\#(round)}]}"#),
        ("state.set", #"{"values":{"probe.isOpen":true}}"#),
      ].map { #"{"jsonrpc":"2.0","method":"\#($0)","params":\#($1)}"# }
      text +=
        inBatches
        ? "[\(requests.joined(separator: ","))]\n" : requests.map { $0 + "\n" }.joined()
    }
    try app.send(bytes: Array(text.utf8))
    let log = try app.call("state.get", #"{"keys":["probe.log"]}"#)["values"]?["probe.log"]
    let expected = (0..<rounds).flatMap { [JSONTree.string("b"), .int(Int64($0))] }
    #expect(log?.elements == expected)
    app.close()
    try LiveDaemon.clear()
  }
}
