import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// Images that a daemon keeps.
  @Suite struct ImageTests {
    private func buttonctl(
      _ daemon: DaemonProcess?, _ words: String...
    ) throws -> (end: ProcessEnd, output: String, error: String) {
      try Program.run(
        InstalledPrefix().client, ["--socket", daemon?.socketPath ?? "/nowhere"] + words)
    }

    @Test(arguments: [false, true])
    func theyOutliveTheDaemon(isKilled: Bool) throws {
      let kept = try KeptState("durability: strict\n")
      let client = try kept.start()
      let put = try client.call("images.put", #"{"data":"\#(SmallImages.png)"}"#)
      let name = try #require(put["image"]?.string)
      if isKilled { try kept.kill() } else { try kept.stop() }
      let again = try kept.start()
      let got = try again.call("images.get", #"{"image":"\#(name)"}"#)
      #expect(got["data"]?.string == SmallImages.png && got["type"]?.string == "image/png")
      try again.call("images.remove", #"{"images":["\#(name)"]}"#)
      try kept.kill()
      #expect(
        try kept.start().refusal(of: "images.get", #"{"image":"\#(name)"}"#).reason == "notFound")
    }

    @Test func aBackupHasThem() throws {
      let kept = try KeptState()
      let client = try kept.start()
      try client.call("images.put", #"{"data":"\#(SmallImages.svg)"}"#)
      let file = kept.folder.file("kept.backup")
      #expect(try buttonctl(kept.daemon, "backup", file).end == .exited(0))
      try kept.stop()
      let state = kept.folder.file("other")
      #expect(try buttonctl(nil, "restore", file, "--state", state).end == .exited(0))
      let daemon = try DaemonProcess(
        in: TemporaryFolder(), from: InstalledPrefix(), ["--state", state], plugins: [])
      let list = try daemon.connect().call("images.list")
      #expect(list["images"]?.elements.first?["type"]?.string == "image/svg+xml")
    }

    @Test func buttonctlPutsListsGetsAndRemoves() throws {
      let daemon = try Shared.bareDaemon()
      let folder = TemporaryFolder()
      let svg = #"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>"#
      let file = folder.write(svg, to: "a.svg")
      let put = try buttonctl(daemon, "images", "put", file)
      #expect(put.end == .exited(0), "\(put.error)")
      let name = String(put.output.dropLast())
      #expect(name.hasPrefix("sha256:") && name.utf8.count == 71)
      let listed = try buttonctl(daemon, "images", "list").output
      #expect(listed.contains(name) && listed.contains("image/svg+xml"))
      let copy = folder.file("b.svg")
      #expect(try buttonctl(daemon, "images", "get", name, "-o", copy).end == .exited(0))
      #expect(try FileBytes.read(copy) == Array(svg.utf8))
      let removed = try buttonctl(daemon, "images", "remove", name, name)
      #expect(removed.end == .exited(0) && removed.output == "removed 1 of 2\n")
      let missing = try buttonctl(daemon, "images", "remove", name)
      #expect(missing.end == .exited(1) && missing.error.contains("there is no image '\(name)'"))
      let bad = try buttonctl(daemon, "images", "put", folder.write("GIF89a", to: "c.gif"))
      #expect(bad.end == .exited(64) && bad.error.contains("c.gif: the image is a GIF"))
      #expect(try buttonctl(daemon, "images", "get", "till", "-o", copy).end == .exited(64))
    }
  }
}
