import Glibc
import TestSupport
import Testing

/// Access rules, tokens and roles.
extension GatewayTests.LiveGatewayTests {
  @Test func foreignHostsAndOriginsAreRefused() throws {
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

  @Test func refusalsAreLoggedOnceWithAdvice() throws {
    let (_, gateway) = try rig(["--origin", "https://kiosk.example/"])
    for _ in 0..<3 {
      _ = try gateway.get("/live-button.js", ["Origin: http://127.0.0.1:9555"])
      _ = try gateway.get("/", ["Origin: null"])
      _ = try gateway.get("/", ["Authorization: Bearer 1234"])
      let page = ["Origin: https://kiosk.example", "Authorization: Bearer 1234"]
      #expect(try gateway.get("/", page).status == 403)
    }
    _ = try gateway.get("/", ["Host: shop.example"])
    try gateway.program.waitForLog("shop.example\n")
    let lines = [
      "refused origin http://127.0.0.1:9555; to allow it, start with "
        + "--origin http://127.0.0.1:9555",
      "refused a page without an origin, as files and sandboxed frames are; "
        + "a page must come from a web server",
      "refused a wrong token; it changes with each start without --keep-token",
      "refused a wrong token of a page of https://kiosk.example; "
        + "it changes with each start without --keep-token",
      "refused the name shop.example; to allow it, start with --host shop.example",
    ]
    #expect(gateway.program.log == lines.map { "buttond-gateway: \($0)\n" }.joined())
  }

  @Test func allowedHostsAndOriginsAreAccepted() throws {
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

  @Test func messagesSentEarlyHaveNoMoreRights() throws {
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

  @Test func theTokenGrantsTheGatewaysRights() throws {
    let (daemon, gateway) = try rig()
    try daemon.connect().call("buttons.define", Self.pay)
    let page = try gateway.webSocket(token: gateway.token)
    #expect(try page.call("hello", #"{"client":"page"}"#)["role"]?.string == "admin")
    _ = try page.call("buttons.trigger", #"{"id":"pay"}"#)
    #expect(try page.call("state.get")["values"]?["paid"]?.int == 1)
  }

  @Test func theRoleLimitsWhatTheTokenGrants() throws {
    let (daemon, gateway) = try rig(["--role", "press"])
    try daemon.connect().call("buttons.define", Self.pay)
    let page = try gateway.webSocket(token: gateway.token)
    _ = try page.call("buttons.trigger", #"{"id":"pay"}"#)
    #expect(try page.refusal(of: "state.set", #"{"values":{"a":1}}"#).reason == "forbidden")
  }

  @Test func aWrongTokenIsRefused() throws {
    let (_, gateway) = try rig()
    let wrong = String(gateway.token.reversed())
    let answer = try gateway.connect().upgrade(token: wrong, [], host: nil)
    #expect(answer.status == (wrong == gateway.token ? 101 : 403))
    #expect(answer.text.contains("token"))
    #expect(try gateway.get("/", ["Authorization: Bearer \(wrong)"]).status == 403)
  }

  @Test func onlyTheOwnerCanReadTheTokenFile() throws {
    let (daemon, gateway) = try rig([])
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
    let (daemon, _) = try rig()
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

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func aKeptTokenStaysHoweverTheGatewayEnds(signal: Int32) throws {
    let (daemon, _) = try rig()
    let folder = TemporaryFolder()
    let path = folder.file("token")
    let options = ["--keep-token", "--token-file", path]
    var tokens: Set<String> = []
    for _ in 0..<3 {
      let gateway = try GatewayProcess(to: daemon.socketPath, options)
      tokens.insert(gateway.token)
      gateway.program.kill(signal)
      try gateway.program.waitForEnd()
    }
    #expect(tokens.count == 1)
  }

  /// When a machine starts, the folder of the daemon's socket may come later than the gateway.
  @Test func aKeptTokenDoesNotDependOnTheOrderOfStarts() throws {
    let run = TemporaryFolder()
    let folder = TemporaryFolder()
    let socket = folder.file("shop/buttond.sock")
    func token() throws -> String {
      let gateway = try Program(
        "\(InstalledPrefix().path)/bin/buttond-gateway",
        ["--socket", socket, "--port", "0", "--keep-token"],
        environment: ["XDG_RUNTIME_DIR": run.path])
      let line = try gateway.nextLine() ?? ""
      gateway.kill(SIGTERM)
      try gateway.waitForEnd()
      return String(line.drop { $0 != "#" })
    }
    let first = try token()
    try Folder.make(folder.file("shop"))
    #expect(try token() == first && first.count > 64)
    #expect(try ProcessFile.text(folder.file("shop/gateway.token")).count == 65)
    #expect(rmdir(folder.file("shop")) != 0 && unlink(folder.file("shop/gateway.token")) == 0)
    #expect(rmdir(folder.file("shop")) == 0)
    #expect(try token() == first)
  }

  @Test func aTokenThatIsNotKeptIsSaid() throws {
    let (daemon, _) = try rig()
    let folder = TemporaryFolder()
    let path = folder.write("nonsense\n", to: "token")
    chmod(path, 0o600)
    let gateway = try GatewayProcess(
      to: daemon.socketPath, ["--keep-token", "--token-file", path])
    #expect(
      gateway.program.log.hasPrefix(
        "buttond-gateway: \(path) does not hold a token; the token is a new one\n"))
  }
}
