import Glibc
import TestSupport
import Testing

extension GatewayTests {
  /// The running gateway, tested without a browser.
  @Suite struct LiveGatewayTests {
    /// One button, as parameters of `buttons.define`.
    static let pay = """
      {"buttons": [{"id": "pay", "style": "filled", "configuration": {"title": "Pay"},
        "action": {"operations": [{"op": "increment", "key": "paid"}]}}], "wait": "published"}
      """.replacing("\n", with: " ")

    /// The suite's daemon, with nothing in it, and a gateway: the suite's, or the test's own with arguments.
    func rig(_ arguments: [String]? = nil) throws -> (DaemonProcess, GatewayProcess) {
      let daemon = try GatewayStage.daemon
      try daemon.connect().removeEverything()
      guard let arguments else { return (daemon, try GatewayStage.gateway) }
      return (daemon, try GatewayProcess(to: daemon.socketPath, arguments))
    }

    // MARK: The token's file

    @Test func theTokenIsBesideTheSocketOfThisUsersDaemon() throws {
      let (daemon, _) = try rig()
      let gateway = try Program(
        "\(InstalledPrefix().path)/bin/buttond-gateway",
        ["--socket", daemon.socketPath, "--port", "0", "--hide-token"])
      _ = try gateway.nextLine()
      #expect(try gateway.nextLine() == "the token is in \(daemon.folder.file("gateway.token"))")
      gateway.kill(SIGTERM)
      try gateway.waitForEnd()
    }

    /// A gateway of a user who may connect, and may write nothing beside the socket.
    @Test(.enabled(if: Identity.isAvailable))
    func aGatewayOfAnotherUserHasItsTokenInAFolderOfThatUser() throws {
      let folder = TemporaryFolder()
      let configuration = folder.write("access: [{user: nobody, role: press}]\n", to: "b.yaml")
      #expect(chmod(configuration, 0o644) == 0)
      let daemon = try DaemonProcess(in: folder, ["--config", configuration])
      #expect(chmod(folder.path, 0o755) == 0)
      let run = TemporaryFolder()
      try DaemonIdentity.nobody.own(run.path)
      let copy = TemporaryFolder()
      let prefix = try DaemonIdentity.nobody.prefix(copyingTo: copy)
      let command = DaemonIdentity.nobody.command(
        "\(prefix.path)/bin/buttond-gateway",
        ["--socket", daemon.socketPath, "--port", "0", "--hide-token"])
      let gateway = try Program(
        command.path, command.arguments, environment: ["XDG_RUNTIME_DIR": run.path])
      #expect(try gateway.nextLine()?.hasPrefix("listening on ") == true, "\(gateway.log)")
      let token = "\(run.path)/buttond/gateway.token"
      #expect(try gateway.nextLine() == "the token is in \(token)")
      #expect(try Folder.mode(token) & 0o777 == 0o600)
      #expect(try Folder.mode("\(run.path)/buttond") & 0o777 == 0o700)
      gateway.kill(SIGTERM)
      #expect(try gateway.waitForEnd() == .exited(0))
    }

    /// The daemon hangs up before it has read anything: what it says is told all the same.
    @Test(.enabled(if: Identity.isAvailable))
    func healthSaysThatTheDaemonRefusesTheGatewaysUser() throws {
      let folder = TemporaryFolder()
      let configuration = folder.write("access: [{user: daemon, role: press}]\n", to: "b.yaml")
      #expect(chmod(configuration, 0o644) == 0)
      let daemon = try DaemonProcess(in: folder, ["--config", configuration])
      #expect(chmod(folder.path, 0o755) == 0)
      let copy = TemporaryFolder()
      let prefix = try DaemonIdentity.nobody.prefix(copyingTo: copy)
      let command = DaemonIdentity.nobody.command(
        "\(prefix.path)/bin/buttond-gateway",
        ["--socket", daemon.socketPath, "--port", "0", "--hide-token"])
      let run = TemporaryFolder()
      try DaemonIdentity.nobody.own(run.path)
      let gateway = try Program(
        command.path, command.arguments, environment: ["XDG_RUNTIME_DIR": run.path])
      let line = try #require(try gateway.nextLine())
      let port = try #require(line.split(separator: ":").last?.prefix { $0.isNumber })
      for _ in 0..<50 {
        let connection = try WebConnection(port: try #require(UInt16(port)))
        try connection.request("/healthz")
        let answer = try connection.answer()
        #expect(answer.status == 503)
        #expect(answer.text.contains("this user may not connect"), "\(answer.text)")
      }
      gateway.kill(SIGTERM)
      #expect(try gateway.waitForEnd() == .exited(0))
    }

    // MARK: Pages

    @Test func thePageLoadsNothingFromElsewhere() throws {
      let (_, gateway) = try rig()
      let page = try gateway.get("/")
      #expect(page.status == 200)
      #expect(page.text.contains("<title>buttond</title>"))
      let policy = try #require(page.headers["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'"))
      #expect(page.headers["x-content-type-options"] == "nosniff")
      #expect(page.headers["access-control-allow-origin"] == nil)
      let parts = [
        "client", "connection", "drawing", "errors", "feeds", "json", "motion", "session",
      ]
      let modules = ["/live-button.js"] + parts.map { "/live-button/\($0).js" }
      for path in modules + ["/gallery.js", "/gallery.css", "/icon.svg"] {
        #expect(try gateway.get(path).status == 200, "\(path)")
      }
      // Nothing comes from elsewhere.
      for path in modules + ["/", "/gallery.js", "/gallery.css"] {
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

    @Test func aRefusalHasNoBodyForAHead() throws {
      let (_, gateway) = try rig()
      let connection = try gateway.connect()
      try connection.request("/nothing", method: "HEAD")
      let answer = try connection.answer(isHead: true)
      #expect(answer.status == 404)
      #expect(answer.headers["content-length"] != "0")
      #expect(try connection.rest().isEmpty)
    }

    @Test func whoOpensNoWebSocketIsToldTheVersion() throws {
      let (_, gateway) = try rig()
      let answer = try gateway.get("/ws")
      #expect(answer.status == 426)
      #expect(answer.headers["upgrade"] == "websocket")
      #expect(answer.headers["sec-websocket-version"] == "13")
    }

    @Test(arguments: [
      "/../../../bin/buttond", "/%2e%2e/%2e%2e/buttond.yaml", "/..%2fbuttond.yaml",
      "//etc/passwd", "/./index.html", "/live-button.js/", "/web/../gallery.js", "/.git", "/ws/..",
    ])
    func onlyTheFilesOfThePageAreServed(path: String) throws {
      let (_, gateway) = try rig()
      #expect(try gateway.get(path).status == 404)
    }

    @Test func aChangedPageIsServedWithoutARestart() throws {
      let folder = TemporaryFolder()
      folder.write("<title>one</title>", to: "index.html")
      let (_, gateway) = try rig(["--web", folder.path])
      var tag = try #require(try gateway.get("/").headers["etag"])
      // Of the same length, and in the same moment.
      for title in ["two", "tri", "for"] {
        folder.write("<title>\(title)</title>", to: "index.html")
        let answer = try gateway.get("/", ["If-None-Match: \(tag)"])
        #expect(answer.status == 200 && answer.text == "<title>\(title)</title>")
        tag = try #require(answer.headers["etag"])
      }
      #expect(try gateway.get("/shop.js").status == 404)
      folder.write("// shop", to: "shop.js")
      #expect(try gateway.get("/shop.js").text == "// shop")
      // Its own element, and then the installed one again.
      folder.write("// own", to: "live-button.js")
      #expect(try gateway.get("/live-button.js").text == "// own")
      #expect(try gateway.get("/live-button/session.js").status == 200)
      #expect(unlink(folder.file("live-button.js")) == 0)
      #expect(try gateway.get("/live-button.js").body.count > 10_000)
      // While it has no page, it is not another page.
      #expect(unlink(folder.file("index.html")) == 0)
      #expect(try gateway.get("/").status == 404)
      #expect(try gateway.get("/gallery.js").status == 200)
    }

    @Test func whatIsNoFileOfAPageIsNotServed() throws {
      let folder = TemporaryFolder()
      folder.write("page", to: "index.html")
      let (_, gateway) = try rig(["--web", folder.path])
      try Folder.make(folder.file("folder.js"))
      folder.write("<svg/>", to: "folder.js/icon.svg")
      #expect(try gateway.get("/folder.js/icon.svg").text == "<svg/>")
      try Folder.make(folder.file(".hidden"))
      folder.write("// hidden", to: ".hidden/shop.js")
      #expect(mkfifo(folder.file("pipe.js"), 0o600) == 0)
      let name = String(repeating: "x", count: 10_000)
      for path in [
        "/folder.js", "/pipe.js", "/.js", "/index.html/", "/\(name).js", "/.hidden/shop.js",
        "/folder.js//icon.svg", "/folder.js/../index.html", "/index.html/icon.svg",
      ] {
        #expect(try gateway.get(path).status == 404, "\(path.prefix(20))")
      }
      #expect(truncate(folder.write("", to: "large.png"), 5 << 20) == 0)
      #expect(try gateway.get("/large.png").status == 503)
      #expect(gateway.program.log.contains("large.png: it is larger than 4194304 bytes"))
    }

    @Test func aConnectionServesManyRequests() throws {
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
    func onlyReadingRequestsAreAnswered(method: String, headers: [String], status: Int) throws {
      let (_, gateway) = try rig()
      let connection = try gateway.connect()
      try connection.request("/", headers, method: method)
      #expect(try connection.answer().status == status)
      #expect(try connection.isClosedByGateway())
    }

    /// A reset may cost the browser the answer.
    @Test func whatComesAfterTheLastAnswerCausesNoReset() throws {
      let (_, gateway) = try rig()
      let part = [UInt8](repeating: 0x61, count: 1 << 20)
      // The gateway reads for a second, which a busy machine may miss.
      try wait(for: "a gateway that reads what still comes") {
        let connection = try gateway.connect()
        try connection.request("/", ["Content-Length: \(4 << 20)"], method: "POST")
        #expect(try connection.answer().status == 405)
        #expect(try connection.isClosedByGateway())
        do {
          for _ in 0..<4 { try connection.send(part) }
          return true
        } catch {
          return false
        }
      }
    }

    // MARK: The daemon comes and goes

    @Test func withoutADaemonThePageIsStillServed() throws {
      let folder = TemporaryFolder()
      let gateway = try GatewayProcess(to: folder.file("none.sock"))
      #expect(try gateway.get("/").status == 200)
      #expect(try gateway.get("/healthz").status == 503)
      #expect(try gateway.get("/metrics").status == 503)
      let answer = try gateway.connect().upgrade(token: nil, [], host: nil)
      #expect(answer.status == 503)
      #expect(answer.text.contains("none.sock"))
    }

    @Test func aDaemonThatEndsClosesTheWebSocket() throws {
      let daemon = try DaemonProcess()
      let gateway = try GatewayProcess(to: daemon.socketPath)
      let page = try gateway.webSocket()
      _ = try daemon.stop()
      #expect(try page.nextMessage() == .close(1013, "the daemon went away"))
      #expect(try page.nextMessage() == nil)
    }

    @Test func aGatewayThatStopsSaysGoodbye() throws {
      let (_, gateway) = try rig([])
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

    @Test func connectionsBeyondTheLimitGetAnError() throws {
      let (_, gateway) = try rig(["--max-connections", "3"])
      let pages = try (0..<3).map { _ in try gateway.webSocket(token: gateway.token) }
      let refused = try gateway.connect().answer()
      #expect(refused.status == 503)
      #expect(refused.text.contains("--max-connections"))
      _ = try pages[0].call("ping")
      try pages[1].send(frame: 0x88, [3, 232])
      #expect(try pages[1].isClosedByGateway())
      _ = try gateway.webSocket().call("ping")
    }

    @Test func anEndlessHeadIsCutOff() throws {
      let (_, gateway) = try rig()
      let connection = try gateway.connect()
      try connection.send(Array("GET / HTTP/1.1\r\nX: ".utf8))
      _ = try connection.sendAsMuch(
        [UInt8](repeating: 0x61, count: 40_000), by: Deadline())
      #expect(try connection.answer().status == 431)
    }

    @Test(arguments: [
      ["--port", "x"], ["--listen", "localhost"], ["--origin", "kiosk.example"],
      ["--origin", "https://kiosk.example/till"], ["--role", "king"],
      ["--max-connections", "0"], ["--what"],
    ])
    func wrongUsageEndsWith64(arguments: [String]) throws {
      let program = "\(try InstalledPrefix().path)/bin/buttond-gateway"
      let done = try Program.run(program, ["--socket", "/tmp/x.sock"] + arguments)
      #expect(done.end == .exited(64))
      #expect(done.error.contains(arguments[0]))
    }

    @Test func startErrorsSayWhatToDo() throws {
      let program = "\(try InstalledPrefix().path)/bin/buttond-gateway"
      let (daemon, gateway) = try rig()
      let cases = [
        (["--port", "\(gateway.port)"], "use another port"),
        (["--port", "0", "--token-file", "/proc/none/token"], "--token-file"),
        (["--port", "0", "--web", "/proc"], "--web"),
        (["--port", "0", "--web", "/proc/none"], "--web names a folder"),
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
