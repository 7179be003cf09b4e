import TestSupport
import Testing

extension DaemonTests {
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
      let daemon = try DaemonProcess()
      let client = try daemon.connect()
      try client.call("buttons.define", Self.definitions.replacing("\n", with: ""))
      let wanted = try #require(try definitions(client))
      #expect(wanted.elements.count == 4)
      let ctl = try InstalledPrefix().client
      let yaml = try Program.run(ctl, ["--socket", daemon.socketPath, "buttons", "export"])
      #expect(yaml.end == .exited(0), "\(yaml.error)")
      let folder = TemporaryFolder()
      let file = folder.write(yaml.output, to: "all.yaml")

      let fresh = try DaemonProcess()
      let done = try Program.run(ctl, ["--socket", fresh.socketPath, "buttons", "import", file])
      #expect(done.end == .exited(0), "\(done.error)")
      #expect(try definitions(fresh.connect()) == wanted)

      let configured = try KeptState("buttons: all.yaml\n")
      configured.folder.write(yaml.output, to: "all.yaml")
      #expect(try definitions(configured.start()) == wanted)
      try configured.stop()

      let json = try Program.run(
        ctl, ["--json", "--socket", daemon.socketPath, "buttons", "export", "pay"])
      let other = try DaemonProcess()
      let one = folder.write(json.output, to: "one.json")
      _ = try Program.run(ctl, ["--socket", other.socketPath, "buttons", "import", one])
      #expect(try definitions(other.connect())?.elements == [wanted.elements[1]])
    }

    @Test func definitionsComeInPages() throws {
      let daemon = try DaemonProcess()
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
