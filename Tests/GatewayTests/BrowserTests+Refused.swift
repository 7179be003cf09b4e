import Glibc
import TestSupport
import Testing

/// Pages with a token that the gateway does not take, and pages without a connection.
extension GatewayTests.BrowserTests {
  /// A kiosk: a page of one button, the suite's daemon, and a gateway that can be started again.
  private final class Kiosk {
    let daemon: DaemonProcess
    let client: TestClient
    let folder = TemporaryFolder()
    private(set) var gateway: GatewayProcess

    init() throws {
      daemon = try GatewayStage.daemon
      client = try daemon.connect()
      try client.removeEverything()
      try client.call(
        "buttons.define",
        """
        {"buttons":[{"id":"add","style":"gray","configuration":{"title":"Add Item"},\
        "action":{"operations":[{"op":"increment","key":"count"}]}}]}
        """)
      try Folder.make(folder.file("page"))
      folder.write(
        """
        <!DOCTYPE html><title>Kiosk</title><script type="module" src="kiosk.js"></script>
        <live-button button="add"></live-button>
        """, to: "page/index.html")
      folder.write(try Self.script(), to: "page/kiosk.js")
      gateway = try Self.start(daemon, folder)
    }

    /// The kiosk's script as the document has it.
    static func script() throws -> String {
      let root = InstalledPrefix.tests.split(separator: "/").dropLast().joined(separator: "/")
      let text = try ProcessFile.text("/\(root)/docs/kiosk.md")
      let start = try #require(text.firstRange(of: "`kiosk/page/kiosk.js`\n```js\n")?.upperBound)
      let end = try #require(text[start...].firstRange(of: "```")?.lowerBound)
      return String(text[start..<end])
    }

    private static func start(
      _ daemon: DaemonProcess, _ folder: TemporaryFolder, port: UInt16 = 0
    ) throws -> GatewayProcess {
      try GatewayProcess(
        to: daemon.socketPath, port: port,
        ["--keep-token", "--token-file", folder.file("token"), "--web", folder.file("page")])
    }

    /// Ends the gateway and starts it with a token of the file's.
    func restart(_ signal: Int32 = SIGTERM, withToken token: String? = nil) throws {
      gateway.program.kill(signal)
      try gateway.program.waitForEnd()
      if let token {
        #expect(chmod(folder.write(token, to: "token"), 0o600) == 0)
      }
      gateway = try Self.start(daemon, folder, port: gateway.port)
    }

    /// Clicks on the button, and waits until that has counted and the page has heard so: if its gateway ends
    /// before, it cannot know what became of the press, and says so.
    func click(on page: Page, for count: Int) throws {
      try page.value("seen.presses.length = 0")
      let frame = try page.frame(of: "add")
      try page.mouse("mousePressed", frame.x + 5, frame.y + 5)
      try page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
      try client.wait(for: "count", count)
      try page.wait(for: "seen.presses.includes('press.ended inactive')")
    }
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func aKioskOutlivesItsGateway(signal: Int32) throws {
    let kiosk = try Kiosk()
    let page = try GatewayStage.browser.open(kiosk.gateway.fullURL)
    try page.waitForLive("add")
    try kiosk.click(on: page, for: 1)
    for round in 2...3 {
      try page.value("seen.got.length = 0")
      try kiosk.restart(signal)
      // The next gateway knows the page when it has answered: a press before that is refused.
      try page.wait(
        for: "seen.got.some((m) => m.result?.subscription) && find('add').dataset.state === 'live'")
      try page.wait(for: "inside('add', 'button').ariaDisabled === null")
      try kiosk.click(on: page, for: round)
    }
    #expect(try page.value("seen.refused").elements.isEmpty)
  }

  @Test func aRefusedTokenIsSeenOnEveryButtonAndHeals() throws {
    let kiosk = try Kiosk()
    let page = try GatewayStage.browser.open(kiosk.gateway.fullURL)
    try page.waitForLive("add")
    let token = kiosk.gateway.token
    try page.value("window.close = () => { window.hasClosed = true; }")
    try kiosk.restart(withToken: String(repeating: "0", count: 64))
    try page.wait(for: "find('add').dataset.state === 'refused'")
    #expect(try page.value("inside('add', 'button').ariaDisabled").string == "true")
    let description = try page.value("inside('add', 'button').ariaDescription").string
    #expect(description?.contains("the token is wrong") == true)
    #expect(try page.value("style('add', '.face').filter").string == "grayscale(0.85)")
    #expect(try page.value("seen.refused").text == #"["forbidden"]"#)
    // It still shows what is.
    try kiosk.client.call(
      "buttons.patch", #"{"id":"add","configuration":{"title":"Sum"},"wait":"published"}"#)
    try page.wait(for: "inside('add', '.title').textContent === 'Sum'")
    #expect(try page.value("find('add').dataset.state").string == "refused")
    // A press is refused and does nothing.
    try page.value("find('add').press()")
    #expect(try page.value("seen.refused").text == #"["forbidden","forbidden"]"#)
    // The document's script gives up on the page, so that the service shows it with the new token.
    try page.wait(for: "window.hasClosed")
    try kiosk.restart(withToken: token)
    try page.waitForLive("add")
    try page.wait(for: "inside('add', 'button').ariaDisabled === null")
    try kiosk.click(on: page, for: 1)
  }

  /// A browser that shows one page ends with it.
  @Test func aKioskThatIsRefusedEndsItsBrowser() throws {
    let kiosk = try Kiosk()
    let browser = try GatewayStage.browser
    let wrong = "\(kiosk.gateway.url)#token=\(String(repeating: "0", count: 64))"
    let page = try browser.call("Target.createTarget", #"{"url":"\#(wrong)"}"#)["targetId"]
    try wait(for: "the end of the page") {
      let targets = try browser.call("Target.getTargets")["targetInfos"]?.elements ?? []
      return !targets.contains { $0["targetId"] == page }
    }
  }

  @Test func aPageThatNeverHadAConnectionShowsIt() throws {
    let kiosk = try Kiosk()
    try kiosk.daemon.program.pause()
    let page = try GatewayStage.browser.open(kiosk.gateway.fullURL)
    try page.wait(for: "find('add').dataset.state === 'stale'")
    #expect(try page.value("inside('add', 'button').ariaDisabled").string == "true")
    #expect(try page.value("style('add', 'button').borderStyle").string == "dashed")
    kiosk.daemon.program.kill(SIGCONT)
    try page.waitForLive("add")
    try page.wait(for: "style('add', 'button').borderStyle === 'none'")
  }

  /// Six seconds: the daemon has one to answer the press, and five for a sign of life.
  @Test func aPressThatAHungDaemonDoesNotAnswerShowsIt() throws {
    let kiosk = try Kiosk()
    let page = try GatewayStage.browser.open(kiosk.gateway.fullURL)
    try page.waitForLive("add")
    try kiosk.daemon.program.pause()
    try page.value("find('add').press()")
    try page.wait(for: "find('add').dataset.state === 'stale'")
    kiosk.daemon.program.kill(SIGCONT)
    try page.waitForLive("add")
  }

  @Test func aPageThatMayOnlyLookHasDisabledButtons() throws {
    let rig = try Rig(isReader: true)
    #expect(try rig.page.value("inside('add', 'button').ariaDisabled").string == "true")
    #expect(try rig.page.value("find('add').dataset.state").string == "live")
    #expect(try rig.page.value("style('add', '.face').filter").string == "none")
  }
}
