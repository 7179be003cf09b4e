import TestSupport

/// A page in a browser, with cookies and storage of its own; closed when the object goes.
final class Page {
  private let browser: Chromium
  private let context: String
  private let session: String

  init(of browser: Chromium, context: String, session: String) {
    self.browser = browser
    self.context = context
    self.session = session
  }

  deinit {
    _ = try? browser.call(
      "Target.disposeBrowserContext", #"{"browserContextId":"\#(context)"}"#)
  }

  /// Does something to the page.
  @discardableResult
  func call(_ method: String, _ params: String = "{}") throws -> JSONTree {
    try browser.call(method, params, session: session)
  }

  /// Prepares it: a size, and what stands in `window.seen` later (every message of its WebSockets, and
  /// what elements tell).
  func begin() throws {
    try call("Page.enable")
    try call("Emulation.setFocusEmulationEnabled", #"{"enabled":true}"#)
    try resize(1_000, 800)
    let watch = """
      window.seen = { sent: [], got: [], presses: [], refused: [], looks: [], errors: [] };
      addEventListener("error", (event) => seen.errors.push(event.message));
      addEventListener("unhandledrejection", (event) => seen.errors.push(String(event.reason)));
      document.addEventListener("securitypolicyviolation",
        (event) => seen.errors.push("policy: " + event.violatedDirective + " " + event.blockedURI));
      document.addEventListener("live-button-press",
        (event) => seen.presses.push(event.detail.method + " " + event.detail.phase));
      document.addEventListener("live-button-refused",
        (event) => seen.refused.push(event.detail.reason));
      document.addEventListener("live-button-look",
        (event) => seen.looks.push(event.target.getAttribute("button")));
      const Socket = WebSocket;
      window.WebSocket = class extends Socket {
        constructor(...all) {
          super(...all);
          window.socket = this;
          this.addEventListener("message", (event) => seen.got.push(JSON.parse(event.data)));
        }
        send(text) {
          seen.sent.push(JSON.parse(text));
          super.send(text);
        }
      };
      window.find = (id) => document.querySelector(`live-button[button="${id}"]`);
      window.inside = (id, name) => find(id).shadowRoot.querySelector(name);
      window.style = (id, name) => getComputedStyle(inside(id, name));
      """
    try runFirst(watch)
  }

  /// Makes everything that moves take its time, on the pages that are opened from now on.
  func slowDown(by factor: Int) throws {
    let script = """
      {
        const now = performance.now.bind(performance);
        performance.now = () => now() / \(factor);
        const frame = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (draw) => frame((time) => draw(time / \(factor)));
      }
      """
    try runFirst(script)
  }

  /// Runs a script on the pages that are opened from now on, before theirs.
  func runFirst(_ script: String) throws {
    try call(
      "Page.addScriptToEvaluateOnNewDocument", #"{"source":\#(JSONTree.string(script).text)}"#)
  }

  /// Has timers that are set for these milliseconds wait for twenty, on the pages that are opened from now on.
  func hasten(_ times: [Int]) throws {
    try runFirst(
      """
      {
        const wait = setTimeout;
        window.setTimeout = (body, time, ...rest) => wait(body, \(times).includes(time) ? 20 : time, ...rest);
        const limit = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (time) => limit(\(times).includes(time) ? 20 : time);
      }
      """)
  }

  /// Goes to an address.
  func navigate(_ url: String) throws {
    try call("Page.navigate", #"{"url":\#(JSONTree.string(url).text)}"#)
  }

  /// Gives the page a size.
  func resize(_ width: Int, _ height: Int) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      #"{"width":\#(width),"height":\#(height),"deviceScaleFactor":1,"mobile":false}"#)
  }

  /// Gives texts without a size of their own this one, in pixels; it is 16 otherwise.
  func setFontSize(_ size: Int) throws {
    try call("Page.setFontSizes", #"{"fontSizes":{"standard":\#(size)}}"#)
  }

  /// The value of an expression; a promise is waited for.
  @discardableResult
  func value(_ expression: String) throws -> JSONTree {
    let answer = try call(
      "Runtime.evaluate",
      #"{"expression":\#(JSONTree.string(expression).text),"awaitPromise":true,"returnByValue":true}"#
    )
    if let thrown = answer["exceptionDetails"] {
      throw TestFailure("\(expression): \(thrown.text.prefix(600))")
    }
    return answer["result"]?["value"] ?? .null
  }

  /// Waits until an expression holds, looking at it in every frame.
  func wait(for expression: String, seconds: Int = 90) throws {
    let deadline = Deadline(seconds: Double(seconds))
    while true {
      do {
        return try waitOnThisPage(for: expression, seconds)
      } catch let error as TestFailure where Self.isOfNavigation(error) && !deadline.hasPassed {
        // The page went while it was looked at; the next one may be it.
      }
    }
  }

  private static func isOfNavigation(_ error: TestFailure) -> Bool {
    error.description.contains("navigated or closed")
      || error.description.contains("context was destroyed")
  }

  private func waitOnThisPage(for expression: String, _ seconds: Int) throws {
    let held = try value(
      """
      new Promise((resolve) => {
        const end = Date.now() + \(seconds * 1_000);
        const look = () => {
          let holds = false;
          try { holds = Boolean(\(expression)); } catch {}
          if (holds || Date.now() > end) resolve(holds);
          else setTimeout(look, 5);
        };
        look();
      })
      """)
    guard held == .bool(true) else {
      let state = try value(
        """
        JSON.stringify({ url: location.href, text: document.body?.innerText.slice(0, 400),
          seen: { ...window.seen, got: window.seen?.got.slice(-3), sent: window.seen?.sent.slice(-5) } })
        """)
      throw TestFailure("never: \(expression)\n\(state.string ?? "")")
    }
  }

  /// Waits until a button is shown live.
  func waitForLive(_ id: String) throws {
    try wait(for: "find('\(id)').dataset.state === 'live'")
  }

  /// Where a button is drawn: left, top, width, height.
  func frame(of id: String) throws -> (x: Double, y: Double, width: Double, height: Double) {
    try value("find('\(id)').scrollIntoView({ block: 'nearest' })")
    let numbers = try value(
      "(() => { const r = inside('\(id)', 'button').getBoundingClientRect();"
        + " return [r.x + 0.001, r.y + 0.001, r.width + 0.001, r.height + 0.001]; })()"
    ).elements.map { element -> Double in
      if case .double(let number) = element { number } else { Double(element.int ?? 0) }
    }
    guard numbers.count == 4 else { throw TestFailure("\(id) is not drawn") }
    return (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  // MARK: Input

  /// Does something with the mouse: `mousePressed`, `mouseMoved`, `mouseReleased`.
  func mouse(_ what: String, _ x: Double, _ y: Double) throws {
    let buttons = what == "mouseReleased" ? 0 : 1
    try call(
      "Input.dispatchMouseEvent",
      #"{"type":"\#(what)","x":\#(x),"y":\#(y),"button":"left","buttons":\#(buttons),"clickCount":1}"#
    )
  }

  /// Does something with a finger: `touchStart`, `touchMove`, `touchEnd`, `touchCancel`.
  func touch(_ what: String, _ x: Double = 0, _ y: Double = 0) throws {
    let points = what == "touchEnd" || what == "touchCancel" ? "" : #"{"x":\#(x),"y":\#(y)}"#
    try call("Input.dispatchTouchEvent", #"{"type":"\#(what)","touchPoints":[\#(points)]}"#)
  }

  /// Presses or lets go of a key: `keyDown`, `keyUp`.
  func key(_ what: String, _ key: String) throws {
    let (code, number, text): (String, Int, String) =
      switch key {
      case " ": ("Space", 32, " ")
      case "Enter": ("Enter", 13, "\r")
      case "Tab": ("Tab", 9, "")
      default: (key, 27, "")
      }
    let typed = what == "keyDown" && !text.isEmpty ? #","text":\#(JSONTree.string(text).text)"# : ""
    try call(
      "Input.dispatchKeyEvent",
      #"{"type":"\#(what)","key":\#(JSONTree.string(key).text),"code":"\#(code)","#
        + #""windowsVirtualKeyCode":\#(number)\#(typed)}"#)
  }

  /// What a reader prefers, such as `prefers-reduced-motion: reduce`.
  func prefer(_ name: String, _ value: String) throws {
    try call(
      "Emulation.setEmulatedMedia", #"{"features":[{"name":"\#(name)","value":"\#(value)"}]}"#)
  }

  /// What screen readers are told of the buttons: role, name and properties, in the order of the page.
  func accessibleButtons() throws -> [AccessibleButton] {
    let nodes = try call("Accessibility.getFullAXTree")["nodes"]?.elements ?? []
    return nodes.compactMap { node in
      guard let role = node["role"]?["value"]?.string, role == "button" || role == "ToggleButton",
        node["ignored"] != .bool(true)
      else { return nil }
      var properties: [String: String] = [:]
      for property in node["properties"]?.elements ?? [] {
        properties[property["name"]?.string ?? ""] = property["value"]?["value"]?.text
      }
      return AccessibleButton(
        role: role, name: node["name"]?["value"]?.string ?? "",
        description: node["description"]?["value"]?.string ?? "", properties: properties)
    }
  }

  /// The picture of the page as Base64 of a PNG.
  func screenshot() throws -> String {
    try call("Page.captureScreenshot", #"{"format":"png"}"#)["data"]?.string ?? ""
  }
}

/// A button as screen readers know it.
struct AccessibleButton {
  let role: String
  let name: String
  let description: String
  /// The values as JSON: `"true"`, `true`.
  let properties: [String: String]
}
