import TestSupport
import Testing

extension DaemonTests {
  /// A style whose manifest has the base `none`.
  @Suite struct BareStyleTests {
    @Test func onlyWhatTheStyleSetsIsDrawnAndItsFallbackStandsIn() throws {
      let daemon = try Shared.daemon(
        with: "bare", resolve: #"set_text(request, "background.strokeColor", "systemRed");"#,
        manifest: PluginShelf.manifest("bare")
          .replacing(#""base": "plain""#, with: #""base": "none""#)
          .replacing(#""fallback": "plain""#, with: #""fallback": "filled""#))
      let client = try daemon.connect()
      let definition = #"""
        {"buttons":[{"id":"b","style":"bare/look","isEnabled":false,"isSelected":true,
          "configuration":{"title":"Bare"}}],"wait":"published"}
        """#
      try client.call("buttons.define", definition.split(separator: "\n").joined())
      let bare = try look(client)
      #expect(bare["title"]?.string == "Bare")
      #expect(bare["titleColor"]?.string == "#000000FF")
      #expect(bare["strokeColor"]?.string == "#FF3B30FF")
      #expect(bare["backgroundColor"]?.string == "#00000000")
      for key in ["insetTop", "cornerRadius"] {
        #expect(bare[key]?.text == "0", "\(key)")
      }

      // Explained as it is drawn.
      let explained = try client.call("buttons.explain", #"{"id":"b","property":"titleColor"}"#)
      #expect("\(explained)".contains("#000000FF"), "\(explained)")

      // A button of a plugin that cannot answer is still seen.
      try client.call("plugins.disable", #"{"name":"bare"}"#)
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"c","style":"bare/look","configuration":{"title":"C"}}]}"#)
      let fallback = try look(client, of: "c")
      #expect(fallback["backgroundColor"]?.string != "#00000000")
      #expect(fallback["insetTop"]?.text == "7")
    }

    private func look(_ client: TestClient, of id: String = "b") throws -> JSONTree {
      let answer = try client.call("buttons.get", #"{"match":"\#(id)"}"#)
      return try #require(answer["buttons"]?.elements.first?["appearance"])
    }
  }
}
