import TestSupport
import Testing

extension DaemonTests {
  /// Parts of buttons that follow expressions, in a live daemon.
  @Suite struct BindingTests {
    @Test func aMistakeInAFileIsNamedWithItsPlace() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: """
          buttons:
            pay: {style: filled, configuration: {title: {template: "Pay {total}"}}}
          """)
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"total":3},"wait":"published"}"#)
      #expect(try client.record("pay").title == "Pay 3")
      files.configure(
        """
        buttons:
          pay:
            style: filled
            configuration: {title: {cel: "total +"}}
        """)
      let wrong = #expect(throws: TestClient.Refused.self) { try client.call("server.reload") }
      let message = wrong?.error["message"]?.string ?? ""
      #expect(message.contains(":4:"), "\(message)")
      #expect(message.contains("buttons.pay.configuration.title"), "\(message)")
      #expect(message.contains("line 1, column 8"), "\(message)")
      #expect(try client.record("pay").title == "Pay 3", "all or nothing")
    }

    /// The title is a plugin's and follows one derived key, the subtitle is bound to another; both follow
    /// one source.
    @Test func aLookNeverShowsAMixedPair() throws {
      let daemon = try Shared.daemon()
      let client = try daemon.connect()
      try client.call("state.derive", #"{"keys":{"checkout.itemCount":"n * 2","thrice":"n * 3"}}"#)
      try client.call("state.set", #"{"values":{"n":0}}"#)
      try client.call(
        "buttons.define",
        #"""
        {"buttons":[{"id":"pair","style":"filled","handler":"checkout/count",\#
        "configuration":{"subtitle":{"template":"{thrice}"}}}],"wait":"published"}
        """#)
      let (watcher, _) = try daemon.watch("pair")
      var pairs = 0
      for number in 1...scaled(5_000) {
        try client.call("state.set", #"{"values":{"n":\#(number)}}"#)
        if number % 50 != 0 { continue }
        for frame in try watcher.frames(until: "Checkout \(number * 2)", of: "pair") {
          guard let record = frame.record("pair"), record["status"] == nil else { continue }
          let title = Int(record.title?.split(separator: " ").last ?? "")
          let subtitle = Int(record["appearance"]?["subtitle"]?.string ?? "")
          #expect(title.map { $0 * 3 } == subtitle.map { $0 * 2 }, "\(record.text)")
          pairs += 1
        }
      }
      #expect(pairs >= scaled(5_000) / 50)
    }
  }
}
