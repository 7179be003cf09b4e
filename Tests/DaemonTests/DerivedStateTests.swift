import TestSupport
import Testing

extension DaemonTests {
  /// Derived keys of clients and of files, through crashes and reloads.
  @Suite struct DerivedStateTests {
    @Test func whatIsRefusedSaysWhatAndWhere() throws {
      let daemon = try Shared.daemon(configuredBy: "").daemon
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"stored":1}}"#)
      try client.call("state.derive", #"{"keys":{"a":"x","b":"a + 1"}}"#)
      func refusal(_ method: String, _ params: String) -> JSONTree? {
        do {
          try client.call(method, params)
          return nil
        } catch { return (error as? TestClient.Refused)?.error }
      }
      let cycle = refusal("state.derive", #"{"keys":{"x":"b * 2"}}"#)
      #expect(cycle?["message"]?.string?.contains("x → b → a → x") == true, "\(cycle?.text ?? "")")
      let stored = refusal("state.derive", #"{"keys":{"stored":"1"}}"#)
      #expect(stored?["data"]?["path"]?.string == "params.keys.stored")
      let written = refusal("state.set", #"{"values":{"b":1}}"#)
      #expect(written?["data"]?["reason"]?.string == "derivedKey")
      #expect(written?["data"]?["path"]?.string == "params.values.b")
      let wrong = refusal("state.derive", #"{"keys":{"c":"x +\n * 2"}}"#)
      #expect(wrong?["message"]?.string?.hasPrefix("line 2, column 2: ") == true)
      #expect(wrong?["data"]?["path"]?.string == "params.keys.c")
    }

    @Test func aButtonFollowsADerivedKeyWithItsSourceInOneFrame() throws {
      let daemon = try Shared.daemon(configuredBy: "").daemon
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"total":0}}"#)
      try client.call("state.derive", #"{"keys":{"isPayable":"total > 0"}}"#)
      try client.call(
        "buttons.define",
        """
        {"buttons":[{"id":"pay","style":"filled","isEnabled":{"state":"isPayable"}},\
        {"id":"other","style":"filled"}],"wait":"published"}
        """)
      let (watcher, _) = try daemon.watch("*")
      // Its answer comes after the frame that shows what follows.
      try client.call("state.set", #"{"values":{"total":5},"wait":"published"}"#)
      #expect(try watcher.nextFrame().ids == ["pay"])
      try client.call("press.began", #"{"id":"pay"}"#)
      _ = try watcher.nextFrame()
      // The press ends with the key that disables the button.
      try client.call("state.set", #"{"values":{"total":0},"wait":"published"}"#)
      let refused = #expect(throws: TestClient.Refused.self) {
        try client.call("press.began", #"{"id":"pay"}"#)
      }
      #expect(refused?.error["data"]?["reason"]?.string == "disabled")
    }

    @Test func keysOfAFileFollowTheFile() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: """
          derived:
            twice: n * 2
            label: {template: "{n} left"}
          """)
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"n":3}}"#)
      #expect(
        try client.values()
          == ["n": .int(3), "twice": .int(6), "label": .string("3 left")])
      files.configure(
        """
        derived:
          twice: n * 20
        """)
      try client.call("server.reload")
      #expect(try client.values() == ["n": .int(3), "twice": .int(60)])
      files.configure(
        """
        derived:
          n: "1"
          twice: n * 2
        """)
      let refused = #expect(throws: TestClient.Refused.self) { try client.call("server.reload") }
      #expect(refused?.error["message"]?.string?.contains(":2:3: derived.n: ") == true)
      #expect(try client.values()["twice"] == .int(60), "all or nothing")
      files.configure("derived: {twice: n *}")
      let wrong = #expect(throws: TestClient.Refused.self) { try client.call("server.reload") }
      #expect(wrong?.error["message"]?.string?.contains("line 1, column 4") == true)
    }
  }
}
