import TestSupport
import Testing

extension GatewayTests {
  /// What becomes of browsers when the gateway's descriptors run out.
  @Suite struct DescriptorTests {
    @Test func browsersBeyondTheDescriptorsAreRefusedAndTheOthersServed() throws {
      let daemon = try GatewayStage.daemon
      let folder = TemporaryFolder()
      let program = try Program(
        "prlimit",
        [
          "--nofile=64:64", "\(InstalledPrefix().path)/bin/buttond-gateway", "--socket",
          daemon.socketPath, "--port", "0", "--token-file", folder.file("token"),
        ])
      let line = try #require(try program.nextLine())
      let port = try #require(UInt16(line.split(separator: "/")[1].split(separator: ":")[1]))

      let first = try WebConnection(port: port)
      var others: [WebConnection] = []
      var refused = 0
      for _ in 0..<100 {
        let browser = try WebConnection(port: port)
        try browser.request("/")
        let answer = try browser.answer()
        if answer.status == 503 {
          refused += 1
          #expect(answer.text.contains("this gateway may have 64 files open"))
        } else {
          #expect(answer.status == 200)
          others.append(browser)
        }
      }
      #expect(refused > 50 && others.count > 10, "\(refused) were refused")
      try first.request("/")
      #expect(try first.answer().status == 200)
      others = []
      try wait(for: "a place") {
        let last = try WebConnection(port: port)
        try last.request("/")
        return try last.answer().status == 200
      }
      #expect(!program.log.contains("no browser can connect"), "\(program.log)")
    }
  }
}
