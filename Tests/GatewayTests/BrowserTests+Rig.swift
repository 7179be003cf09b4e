import TestSupport
import Testing

/// The programs and the page that a browser test uses.
extension GatewayTests.BrowserTests {
  /// The suite's daemon with the buttons, its gateway, and a page of the test's own with the token, unless
  /// it only reads.
  struct Rig {
    let daemon: DaemonProcess
    let gateway: GatewayProcess
    let page: Page
    let client: TestClient

    /// Other buttons have the same ids.
    init(
      isReader: Bool = false, buttons: String = GatewayTests.BrowserTests.buttons,
      _ prepare: (Page) throws -> Void = { _ in }
    ) throws {
      daemon = try GatewayStage.pluginDaemon
      gateway = try GatewayStage.pluginGateway
      try daemon.waitForPlugins()
      client = try daemon.connect()
      try client.removeEverything()
      try client.call("buttons.define", buttons)
      page = try GatewayStage.browser.open("about:blank")
      try prepare(page)
      try page.navigate(isReader ? gateway.url : gateway.fullURL)
      for id in ["add", "wide", "gift", "like", "pay"] { try page.waitForLive(id) }
    }

    /// Waits until a state key has a value.
    func wait(for key: String, _ value: Int) throws {
      try client.wait(for: key, value)
    }

    /// Moves the mouse over a button, and waits until that shows: where a press joins it in one frame, the press
    /// has no transaction.
    func point(at id: String) throws {
      let frame = try page.frame(of: id)
      try page.call(
        "Input.dispatchMouseEvent",
        #"{"type":"mouseMoved","x":\#(frame.x + 5),"y":\#(frame.y + 5),"button":"none"}"#)
      try page.wait(for: "find('\(id)').appearance.isHovered")
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

extension TestClient {
  /// Waits until a state key has a value.
  func wait(for key: String, _ value: Int) throws {
    try TestSupport.wait(for: "\(key) is \(value)") {
      try call("state.get", #"{"keys":["\#(key)"]}"#)["values"]?[key]?.int == value
    }
  }
}
