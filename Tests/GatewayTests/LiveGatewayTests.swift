import Glibc
import TestSupport
import Testing

extension GatewayTests {
  /// The running gateway, spoken to without a browser.
  @Suite struct LiveGatewayTests {
    private static let pay = """
      {"buttons": [{"id": "pay", "style": "filled", "configuration": {"title": "Pay"},
        "action": {"operations": [{"op": "increment", "key": "paid"}]}}], "wait": "published"}
      """.replacing("\n", with: " ")

    private func rig(_ arguments: [String] = []) throws -> (DaemonProcess, GatewayProcess) {
      let daemon = try DaemonProcess.withoutPlugins()
      return (daemon, try GatewayProcess(to: daemon.socketPath, arguments, keeping: daemon))
    }

    // MARK: Pages

    @Test func thePageComesWithAllThatItNeeds() throws {
      let (_, gateway) = try rig()
      let page = try gateway.get("/")
      #expect(page.status == 200)
      #expect(page.text.contains("<title>buttond</title>"))
      let policy = try #require(page.headers["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'"))
      #expect(page.headers["x-content-type-options"] == "nosniff")
      #expect(page.headers["access-control-allow-origin"] == nil)
      for path in ["/live-button.js", "/gallery.js", "/gallery.css", "/icon.svg"] {
        #expect(try gateway.get(path).status == 200, "\(path)")
      }
      // Nothing comes from elsewhere.
      for path in ["/", "/live-button.js", "/gallery.js", "/gallery.css"] {
        let text = try gateway.get(path).text.replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!text.contains("https://") && !text.contains("http://"), "\(path)")
      }
    }

    @Test func anUnchangedPageIsNotSentAgain() throws {
      let (_, gateway) = try rig()
      let tag = try #require(try gateway.get("/").headers["etag"])
      let again = try gateway.get("/", ["If-None-Match: \(tag)"])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      let head = try gateway.get("/", method: "HEAD")
      #expect(head.status == 200)
      #expect(head.headers["content-length"] != "0")
    }

    @Test(arguments: [
      "/../../../bin/buttond", "/%2e%2e/%2e%2e/buttond.yaml", "/..%2fbuttond.yaml",
      "//etc/passwd", "/./index.html", "/live-button.js/", "/web/../gallery.js", "/.git", "/ws/..",
    ])
    func onlyTheFilesOfThePageCanBeAskedFor(path: String) throws {
      let (_, gateway) = try rig()
      #expect(try gateway.get(path).status == 404)
    }

    @Test func oneConnectionAsksOneRequestAfterTheOther() throws {
      let (_, gateway) = try rig()
      let connection = try gateway.connect()
      for path in ["/", "/healthz", "/gallery.css", "/metrics", "/nowhere"] {
        try connection.request(path)
      }
      for status in [200, 200, 200, 200, 404] {
        #expect(try connection.answer().status == status)
      }
      #expect(try connection.isClosedByGateway())
    }

    @Test func aThousandRequestsAtOnceAreAnsweredInOrder() throws {
      let (_, gateway) = try rig()
      let connection = try gateway.connect()
      let paths = (0..<1_000).map { $0 % 7 == 0 ? "/healthz" : "/icon.svg" }
      let text = paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined()
      try connection.send(Array(text.utf8))
      for path in paths {
        let answer = try connection.answer()
        #expect(answer.status == 200 && (answer.text == "ok\n") == (path == "/healthz"))
      }
    }

    @Test(arguments: [
      ("POST", [], 405), ("DELETE", [], 405), ("OPTIONS", [], 405),
      ("GET", ["Content-Length: 5"], 413), ("GET", ["Transfer-Encoding: chunked"], 413),
    ])
    func nothingIsPutHere(method: String, headers: [String], status: Int) throws {
      let (_, gateway) = try rig()
      let connection = try gateway.connect()
      try connection.request("/", headers, method: method)
      #expect(try connection.answer().status == status)
      #expect(try connection.isClosedByGateway())
    }

    // MARK: Who may

    @Test func strangersAreTurnedAway() throws {
      let (_, gateway) = try rig()
      #expect(try gateway.get("/", ["Host: evil.example:\(gateway.port)"]).status == 403)
      #expect(try gateway.get("/metrics", ["Host: evil.example"]).status == 403)
      #expect(try gateway.get("/", ["Origin: https://evil.example"]).status == 403)
      for (host, origin) in [
        (nil, "https://evil.example"), (nil, "http://127.0.0.1:1"), (nil, "null"),
        ("evil.example:\(gateway.port)", "http://evil.example:\(gateway.port)"),
      ] {
        let answer = try gateway.connect().upgrade(
          token: gateway.token, ["Origin: \(origin)"], host: host)
        #expect(answer.status == 403, "\(origin)")
      }
      let own = "http://127.0.0.1:\(gateway.port)"
      _ = try gateway.webSocket(token: gateway.token, ["Origin: \(own)"]).call("ping")
    }

    @Test func namesAndSitesThatAreAllowedMayCome() throws {
      let (_, gateway) = try rig(["--host", "shop.example", "--origin", "https://kiosk.example"])
      #expect(try gateway.get("/", ["Host: shop.example"]).status == 200)
      let module = try gateway.get("/live-button.js", ["Origin: https://kiosk.example"])
      #expect(module.headers["access-control-allow-origin"] == "https://kiosk.example")
      #expect(module.headers["cross-origin-resource-policy"] == "cross-origin")
      _ = try gateway.webSocket(["Origin: https://kiosk.example"]).call("ping")
    }

    @Test func withoutTheTokenAPageMayOnlyLook() throws {
      let (daemon, gateway) = try rig()
      try daemon.connect().call("buttons.define", Self.pay)
      let page = try gateway.webSocket()
      #expect(try page.call("hello", #"{"client":"page"}"#)["role"]?.string == "read")
      #expect(
        try page.call("hello", #"{"client":"page","role":"admin"}"#)["role"]?.string == "read")
      #expect(try page.call("buttons.get", #"{"match":"*"}"#)["buttons"]?.elements.count == 1)
      for (method, params) in [
        ("press.began", #"{"id":"pay"}"#), ("buttons.trigger", #"{"id":"pay"}"#),
        ("layout.report", #"{"id":"pay","width":1,"height":1}"#),
        ("state.set", #"{"values":{"a":1}}"#), ("plugins.list", "{}"), ("server.reload", "{}"),
      ] {
        #expect(try page.refusal(of: method, params).reason == "forbidden", "\(method)")
      }
      #expect(try daemon.connect().call("state.get")["values"]?.text == "{}")
    }

    @Test func whatCameBeforeTheAnswerHasNoMoreRightsThanWhatComesAfter() throws {
      let (daemon, gateway) = try rig()
      let connection = try gateway.connect()
      let set = #"{"jsonrpc":"2.0","id":1,"method":"state.set","params":{"values":{"a":1}}}"#
      let head = """
        GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """
      try connection.send(Array(head.utf8) + WebConnection.frame(0x81, Array(set.utf8)))
      #expect(try connection.answer().status == 101)
      guard case .text(let answer) = try connection.nextMessage() else {
        Issue.record("no answer")
        return
      }
      #expect(answer.contains("forbidden"))
      #expect(try daemon.connect().call("state.get")["values"]?.text == "{}")
    }

    @Test func theTokenLetsAPageDoWhatTheGatewayMay() throws {
      let (daemon, gateway) = try rig()
      try daemon.connect().call("buttons.define", Self.pay)
      let page = try gateway.webSocket(token: gateway.token)
      #expect(try page.call("hello", #"{"client":"page"}"#)["role"]?.string == "admin")
      _ = try page.call("buttons.trigger", #"{"id":"pay"}"#)
      #expect(try page.call("state.get")["values"]?["paid"]?.int == 1)
    }

    @Test func theRoleBoundsWhatTheTokenAllows() throws {
      let (daemon, gateway) = try rig(["--role", "press"])
      try daemon.connect().call("buttons.define", Self.pay)
      let page = try gateway.webSocket(token: gateway.token)
      _ = try page.call("buttons.trigger", #"{"id":"pay"}"#)
      #expect(try page.refusal(of: "state.set", #"{"values":{"a":1}}"#).reason == "forbidden")
    }

    @Test func aWrongTokenOpensNothing() throws {
      let (_, gateway) = try rig()
      let wrong = String(gateway.token.reversed())
      let answer = try gateway.connect().upgrade(token: wrong, [], host: nil)
      #expect(answer.status == (wrong == gateway.token ? 101 : 403))
      #expect(answer.text.contains("token"))
      #expect(try gateway.get("/", ["Authorization: Bearer \(wrong)"]).status == 403)
    }

    @Test func theTokenIsInAFileOfItsOwnersAlone() throws {
      let (daemon, gateway) = try rig()
      #expect(try Folder.mode(gateway.tokenFile) == 0o600)
      #expect(try ProcessFile.text(gateway.tokenFile) == gateway.token + "\n")
      let other = try GatewayProcess(to: daemon.socketPath, ["--hide-token"])
      #expect(other.token.isEmpty)
      #expect(try ProcessFile.text(other.tokenFile).count == 65)
      gateway.program.kill(SIGTERM)
      #expect(try gateway.program.waitForEnd() == .exited(0))
      #expect(access(gateway.tokenFile, F_OK) != 0)
    }

    @Test func aTokenIsKeptOnlyWhenItsFileIsTrustworthy() throws {
      let daemon = try DaemonProcess.withoutPlugins()
      let folder = TemporaryFolder()
      let kept = String(repeating: "ab", count: 32)
      let path = folder.write(kept + "\n", to: "token")
      func token() throws -> String {
        let gateway = try GatewayProcess(
          to: daemon.socketPath, ["--keep-token", "--token-file", path])
        defer { gateway.program.kill(SIGKILL) }
        return gateway.token
      }
      #expect(try token() == kept)
      chmod(path, 0o644)
      let fresh = try token()
      #expect(fresh != kept)
      #expect(try Folder.mode(path) == 0o600)
      #expect(try token() == fresh)
    }

    // MARK: The protocol

    @Test func messagesAreLinesAndLinesMessages() throws {
      let (_, gateway) = try rig()
      let page = try gateway.webSocket(token: gateway.token)
      // White space between the tokens, line ends too, in parts, with a ping between them.
      let text = "{\"jsonrpc\": \"2.0\",\r\n \"id\": \"a\\nb\",\n\"method\": \"ping\"}"
      let bytes = Array(text.utf8)
      try page.send(frame: 0x01, Array(bytes[..<20]))
      try page.send(frame: 0x89, [7])
      try page.send(frame: 0x80, Array(bytes[20...]))
      #expect(try page.nextMessage() == .pong([7]))
      #expect(try page.nextMessage() == .text(#"{"jsonrpc":"2.0","id":"a\nb","result":{}}"#))
      try page.send(frame: 0x81, Array("nonsense".utf8))
      guard case .text(let answer) = try page.nextMessage() else {
        Issue.record("no answer")
        return
      }
      #expect(answer.contains("-32700"))
      _ = try page.call("ping")
    }

    @Test func aMessageOfAMebibyteIsCarriedAndALongerOneIsNot() throws {
      let (_, gateway) = try rig()
      let page = try gateway.webSocket()
      let head = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":""#
      let filling = String(repeating: "x", count: (1 << 20) - head.utf8.count - 3)
      try page.send(frame: 0x81, Array((head + filling + "\"}}").utf8))
      #expect(try page.nextMessage() == .text(#"{"jsonrpc":"2.0","id":1,"result":{}}"#))
      try page.send(frame: 0x81, [UInt8](repeating: 0x20, count: (1 << 20) + 1))
      guard case .close(1009, _) = try page.nextMessage() else {
        Issue.record("a long message is taken")
        return
      }
    }

    @Test func binaryMessagesAndUnmaskedFramesEndTheConnection() throws {
      let (_, gateway) = try rig()
      let binary = try gateway.webSocket()
      try binary.send(frame: 0x82, [1])
      #expect(try binary.nextMessage() == .close(1003, "messages are text"))
      #expect(try binary.nextMessage() == nil)
      let unmasked = try gateway.webSocket()
      try unmasked.send([0x81, 0x01, 0x41])
      #expect(try unmasked.nextMessage() == .close(1002, "a browser masks its frames"))
    }

    @Test func aPageThatDoesNotReadIsOneSlowClientOfTheDaemon() throws {
      let (daemon, gateway) = try rig()
      let writer = try daemon.connect()
      let title = String(repeating: "x", count: 2_000)
      let buttons = (0..<200).map {
        #"{"id":"b\#($0)","style":"gray","configuration":{"title":"\#(title)"}}"#
      }
      try writer.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
      let slow = try gateway.webSocket()
      _ = try slow.call("buttons.subscribe", #"{"match":"*"}"#)
      let reader = try gateway.webSocket()
      _ = try reader.call("buttons.subscribe", #"{"match":"b7"}"#)
      let before = try ProcessFile.residentKiB(of: gateway.program.processID)
      // Over 100 MB of frames if they all were kept.
      for round in 0..<300 {
        let changes = (0..<200).map { id in
          #"{"jsonrpc":"2.0","method":"buttons.patch","params":{"id":"b\#(id)","#
            + #""configuration":{"subtitle":"\#(round)"}}}"#
        }
        try writer.send("[\(changes.joined(separator: ","))]")
        try writer.call("sync")
      }
      let growth = try ProcessFile.residentKiB(of: gateway.program.processID) - before
      #expect(growth < 16 << 10, "\(growth) KiB")
      // The other page has seen it all, and the slow one is shown the newest look when it reads.
      #expect(try reader.call("ping").text == "{}")
      var newest: String?
      while newest != "299" {
        guard case .text(let text) = try slow.nextMessage() else { break }
        let frame = try JSONTree(parsing: text)["params"]
        for record in frame?["buttons"]?.elements ?? [] where record["id"]?.string == "b199" {
          newest = record["appearance"]?["subtitle"]?.string
        }
      }
      #expect(newest == "299")
    }

    @Test func aPageThatAsksWithoutReadingIsNotReadFrom() throws {
      let (_, gateway) = try rig()
      let page = try gateway.webSocket()
      let ping = WebConnection.frame(0x89, [UInt8](repeating: 1, count: 125))
      let flood = Array(repeatElement(ping, count: 200_000).joined())
      let taken = try page.sendAsMuch(flood, by: Deadline(seconds: 2))
      #expect(taken < flood.count)
      #expect(try ProcessFile.residentKiB(of: gateway.program.processID) < 64 << 10)
    }

    @Test func resumeGoesThrough() throws {
      let (daemon, gateway) = try rig()
      try daemon.connect().call("buttons.define", Self.pay)
      let first = try gateway.webSocket().call("buttons.subscribe", #"{"match":"*"}"#)
      let mark =
        #"{"epoch":"\#(first["epoch"]?.string ?? "")","tick":\#(first["tick"]?.int ?? 0)}"#
      let again = try gateway.webSocket().call(
        "buttons.subscribe", #"{"match":"*","since":\#(mark)}"#)
      #expect(again["snapshot"] == .bool(false))
      #expect(again["buttons"]?.elements.isEmpty == true)
    }

    // MARK: The daemon comes and goes

    @Test func withoutADaemonThereIsAPageThatSaysSo() throws {
      let folder = TemporaryFolder()
      let gateway = try GatewayProcess(to: folder.file("none.sock"))
      #expect(try gateway.get("/").status == 200)
      #expect(try gateway.get("/healthz").status == 503)
      #expect(try gateway.get("/metrics").status == 503)
      let answer = try gateway.connect().upgrade(token: nil, [], host: nil)
      #expect(answer.status == 503)
      #expect(answer.text.contains("none.sock"))
    }

    @Test func aDaemonThatGoesEndsTheWebSocketWithAReason() throws {
      let (daemon, gateway) = try rig()
      let page = try gateway.webSocket()
      _ = try daemon.stop()
      #expect(try page.nextMessage() == .close(1013, "the daemon went away"))
      #expect(try page.nextMessage() == nil)
    }

    @Test func aGatewayThatStopsSaysGoodbye() throws {
      let (_, gateway) = try rig()
      let page = try gateway.webSocket()
      gateway.program.kill(SIGTERM)
      #expect(try page.nextMessage() == .close(1001, "the gateway stops"))
      #expect(try gateway.program.waitForEnd() == .exited(0))
    }

    // MARK: Figures and limits

    @Test func metricsAreThoseOfTheCommandLine() throws {
      let (daemon, gateway) = try rig()
      func names(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }
      }
      let answer = try gateway.get("/metrics")
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
      let printed = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "stats", "--prometheus"])
      #expect(names(answer.text) == names(printed.output))
      #expect(answer.text.contains("\nbuttond_buttons 0\n"))
      #expect(try gateway.get("/healthz").text == "ok\n")
    }

    @Test func beyondTheLimitOneIsToldSo() throws {
      let (_, gateway) = try rig(["--max-connections", "3"])
      let pages = try (0..<3).map { _ in try gateway.webSocket() }
      let refused = try gateway.connect().answer()
      #expect(refused.status == 503)
      #expect(refused.text.contains("--max-connections"))
      _ = try pages[0].call("ping")
      try pages[1].send(frame: 0x88, [3, 232])
      #expect(try pages[1].isClosedByGateway())
      _ = try gateway.webSocket().call("ping")
    }

    @Test func aHeadWithoutEndIsCutOff() throws {
      let (_, gateway) = try rig()
      let connection = try gateway.connect()
      try connection.send(Array("GET / HTTP/1.1\r\nX: ".utf8))
      _ = try connection.sendAsMuch(
        [UInt8](repeating: 0x61, count: 40_000), by: Deadline(seconds: 5))
      #expect(try connection.answer().status == 431)
    }

    @Test(arguments: [
      ["--port", "x"], ["--listen", "localhost"], ["--origin", "kiosk.example"],
      ["--role", "king"],
      ["--max-connections", "0"], ["--what"],
    ])
    func wrongUsageEndsWith64(arguments: [String]) throws {
      let program = "\(try InstalledPrefix().path)/bin/buttond-gateway"
      let done = try Program.run(program, ["--socket", "/tmp/x.sock"] + arguments)
      #expect(done.end == .exited(64))
      #expect(done.error.contains(arguments[0]))
    }

    @Test func whatCannotBeHadIsSaid() throws {
      let program = "\(try InstalledPrefix().path)/bin/buttond-gateway"
      let (daemon, gateway) = try rig()
      let cases = [
        (["--port", "\(gateway.port)"], "name another --port"),
        (["--port", "0", "--token-file", "/proc/none/token"], "--token-file"),
        (["--port", "0", "--web", "/proc"], "--web"),
      ]
      for (arguments, advice) in cases {
        let done = try Program.run(
          program,
          ["--socket", daemon.socketPath, "--token-file", gateway.tokenFile + "2"] + arguments)
        #expect(done.end == .exited(1))
        #expect(done.error.contains(advice), "\(done.error)")
      }
    }
  }
}
