import TestSupport
import Testing

extension DaemonFileTests {
  /// `buttonctl buttons export` and `import`.
  @Suite struct ExportTests {
    private static let definitions = #"""
      {"buttons":[
        {"id":"plain","style":"plain"},
        {"id":"bare","style":"gray","configuration":null},
        {"id":"pay","style":"filled","role":"destructive","group":"till: 1",
         "configuration":{"title":"Pay: #1 — 'now'","baseForegroundColor":"#FF0000"},
         "isEnabled":{"state":"checkout.isOpen"},"isSelected":true,
         "action":{"operations":[{"op":"set","key":"a","value":{"x":[1,2.5,null,"yes"]}}]}},
        {"id":"yes","style":"gray","configuration":{"title":"line\nline","subtitle":" 1 "}}]}
      """#

    private func definitions(_ client: TestClient) throws -> JSONTree? {
      try client.call("buttons.definitions")["buttons"]
    }

    @Test func whatIsExportedIsImportedAndReadFromFilesAsItWas() throws {
      let (daemon, files) = try Shared.daemon(configuredBy: "")
      let client = try daemon.connect()
      try client.call("buttons.define", Self.definitions.replacing("\n", with: ""))
      let wanted = try #require(try definitions(client))
      #expect(wanted.elements.count == 4)
      let ctl = try InstalledPrefix().client
      let yaml = try Program.run(ctl, ["--socket", daemon.socketPath, "buttons", "export"])
      #expect(yaml.end == .exited(0), "\(yaml.error)")
      let json = try Program.run(
        ctl, ["--json", "--socket", daemon.socketPath, "buttons", "export", "pay"])
      let exports = [
        files.folder.write(yaml.output, to: "all.yaml"),
        files.folder.write(json.output, to: "one.json"),
      ]
      for (file, kept) in zip(exports, [wanted.elements, [wanted.elements[1]]]) {
        try daemon.clear(by: client)
        let done = try Program.run(ctl, ["--socket", daemon.socketPath, "buttons", "import", file])
        #expect(done.end == .exited(0), "\(done.error)")
        #expect(try definitions(client)?.elements == kept)
      }
      try daemon.clear(by: client)
      files.define(yaml.output)
      try client.call("server.reload")
      #expect(try definitions(client) == wanted)
    }

    @Test func definitionsComeInPages() throws {
      let daemon = try Shared.daemon()
      let client = try daemon.connect()
      try client.call("buttons.define", Self.definitions.replacing("\n", with: ""))
      let page = try client.call("buttons.definitions", #"{"limit":3}"#)
      #expect(page["buttons"]?.elements.map { $0["id"]?.string } == ["bare", "pay", "plain"])
      #expect(page["next"]?.string == "plain")
      let rest = try client.call("buttons.definitions", #"{"after":"plain"}"#)
      #expect(rest["buttons"]?.elements.map { $0["id"]?.string } == ["yes"])
      #expect(rest["next"] == nil)
      let matched = try client.call("buttons.definitions", #"{"match":"p*"}"#)
      #expect(matched["buttons"]?.elements.count == 2)
    }
  }
}
