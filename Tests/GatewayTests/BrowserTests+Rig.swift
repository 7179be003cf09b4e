import Glibc
import TestSupport
import Testing

/// The programs and the page that a browser test uses.
extension GatewayTests.BrowserTests {
  /// A daemon with the buttons, a gateway, and the page with its token by default.
  struct Rig {
    let daemon: DaemonProcess
    let gateway: GatewayProcess
    let page: Page
    let client: TestClient

    /// Other buttons have the same ids; the arguments are the browser's.
    init(
      isReader: Bool = false, buttons: String = GatewayTests.BrowserTests.buttons,
      browser arguments: [String] = [], _ prepare: (Page) throws -> Void = { _ in }
    ) throws {
      daemon = try DaemonProcess(plugins: GatewayTests.BrowserTests.plugins)
      try daemon.waitForPlugins()
      client = try daemon.connect()
      try client.call("buttons.define", buttons)
      gateway = try GatewayProcess(to: daemon.socketPath)
      page = try Chromium(arguments).open("about:blank")
      try prepare(page)
      try page.navigate(isReader ? gateway.url : gateway.fullURL)
      for id in ["add", "wide", "gift", "like", "pay"] { try page.waitForLive(id) }
    }

    /// Waits until a state key has a value.
    func wait(for key: String, _ value: Int) throws {
      let deadline = Deadline()
      while try client.call("state.get")["values"]?[key]?.int ?? 0 != value {
        guard !deadline.hasPassed else { throw TestFailure("\(key) is never \(value)") }
      }
    }

    /// Waits until the elements have reported this many answers to presses.
    func presses(_ count: Int) throws -> [String] {
      try page.wait(for: "seen.presses.length >= \(count)")
      return try page.value("seen.presses").elements.compactMap(\.string)
    }

    /// Records in `drawn` every opacity with which a button's face is drawn.
    func recordOpacities(of id: String) throws {
      try page.value(
        """
        window.drawn = [];
        new MutationObserver(() => drawn.push(Number(inside('\(id)', '.face').style.opacity || 1)))
          .observe(inside('\(id)', '.face'), { attributes: true });
        """)
    }

    /// Whether the page had no errors; every test ends with this.
    func isClean() throws -> Bool { try page.value("seen.errors").elements.isEmpty }
  }
}
