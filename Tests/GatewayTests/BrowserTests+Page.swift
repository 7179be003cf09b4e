import Glibc
import TestSupport
import Testing

/// The page around the buttons, and foreign pages.
extension GatewayTests.BrowserTests {
  @Test func aClickBesideAButtonExplainsIt() throws {
    let rig = try Rig()
    try rig.page.value("document.querySelector('[data-id=checkout] .about').click()")
    try rig.page.wait(for: "!document.getElementById('explain').hidden")
    try rig.page.wait(for: "document.getElementById('explain').innerText.includes('#FF2D55FF')")
    try rig.page.value("document.getElementById('explain-close').click()")
    #expect(try rig.page.value("document.getElementById('explain').hidden") == .bool(true))
    #expect(try rig.isClean())
  }

  @Test func theStatesOfAStyleAreShownAndHidden() throws {
    let rig = try Rig()
    try rig.page.wait(for: "!document.getElementById('matrix-style').disabled")
    try rig.page.value(
      "{ const list = document.getElementById('matrix-style'); list.value = 'outline/outline';"
        + " list.dispatchEvent(new Event('change')); }")
    try rig.page.wait(
      for: "[...document.querySelectorAll('#matrix live-button')].length === 14 &&"
        + "[...document.querySelectorAll('#matrix live-button')].every(\(Self.isLive))")
    try rig.page.wait(
      for: "document.querySelectorAll('#matrix live-button')[2].appearance.isHighlighted")
    // Each display's look is on show once the plugin has answered for it.
    let strokes = "#00000000 #E5E5EAFF,#00000000 #2C2C2EFF,#007AFF4D #E5E5EAFF,#0A84FF4D #2C2C2EFF"
    try rig.page.wait(
      for: "[...document.querySelectorAll('#matrix live-button')].slice(0, 4)"
        + ".map((b) => b.appearance.backgroundColor + ' ' + b.appearance.strokeColor).join()"
        + " === '\(strokes)'")
    try rig.page.value(
      "{ const list = document.getElementById('matrix-style'); list.value = '';"
        + " list.dispatchEvent(new Event('change')); }")
    try rig.page.wait(for: "document.getElementById('matrix').hidden")
    let left = try rig.client.call("buttons.list", #"{"match":"buttond-gateway.*"}"#)
    #expect(left["buttons"]?.elements.isEmpty == true)
    // They never were among the buttons above.
    #expect(try rig.page.value("document.querySelectorAll('#buttons > li').length").int == 6)
    #expect(try rig.isClean())
  }

  @Test func theStatesOfOneStyleAreShownAfterTwoQuickChoices() throws {
    let rig = try Rig()
    try rig.page.wait(for: "!document.getElementById('matrix-style').disabled")
    try rig.page.value(
      """
      for (const style of ['filled', 'outline/outline']) {
        const list = document.getElementById('matrix-style');
        list.value = style;
        list.dispatchEvent(new Event('change'));
      }
      """)
    // Two of the states are pressed, each time.
    try rig.page.wait(
      for: "(({ length }) => length === 4)(seen.sent.filter((m) => m.method === 'press.began'"
        + " && seen.got.some((answer) => answer.id === m.id)))")
    let count = "document.querySelectorAll('#matrix live-button').length"
    #expect(try rig.page.value(count).int == 14)
    #expect(try rig.isClean())
  }

  private static let isLive = "(b) => b.dataset.state === 'live'"

  @Test func pluginsAreListedWithTheirState() throws {
    let rig = try Rig()
    // The daemon is that of other tests, too.
    defer { _ = try? rig.client.call("plugins.enable", #"{"name":"outline"}"#) }
    try rig.page.wait(for: "document.getElementById('plugins').innerText.includes('outline')")
    try rig.client.call("plugins.disable", #"{"name":"outline"}"#)
    try rig.page.wait(
      for: "[...document.querySelectorAll('#plugins li')].some((li) =>"
        + "li.innerText.includes('outline') && li.innerText.includes('disabled'))")
    try rig.page.wait(for: "document.querySelector('[data-id=like] .trouble').textContent !== ''")
  }

  /// A page of the gateway's own origin, and one of another.
  @Test(arguments: [false, true])
  func aPageWithAWrongTokenCanLookAndGetsOneEvent(isForeign: Bool) throws {
    let rig = try Rig()
    let folder = TemporaryFolder()
    folder.write(
      """
      import { configure } from "./live-button.js";
      configure({ gateway: location.hash.slice(1) || location.origin, token: "1234" });
      document.body.innerHTML =
        '<live-button button="add"></live-button> <live-button button="checkout"></live-button>';
      """, to: "mine.js")
    folder.write(
      """
      <!DOCTYPE html><title>mine</title><body><script type="module" src="mine.js"></script>
      """, to: "index.html")
    // What serves a foreign page has no daemon, so that the looks cannot be its.
    let own = try GatewayProcess(
      to: isForeign ? folder.file("nothing.sock") : rig.daemon.socketPath, ["--web", folder.path])
    let foreign = try GatewayProcess(
      to: rig.daemon.socketPath, ["--origin", String(own.url.dropLast())])
    try rig.page.call("Page.setBypassCSP", #"{"enabled":true}"#)
    try rig.page.navigate(isForeign ? "\(own.url)#\(foreign.url)" : own.url)
    try rig.page.wait(for: "document.title === 'mine' && seen.refused.length > 0")
    for id in ["add", "checkout"] {
      try rig.page.wait(for: "find('\(id)').dataset.state === 'refused'")
    }
    #expect(try rig.page.value("seen.refused").text == #"["forbidden"]"#)
    try rig.client.call("state.set", #"{"values":{"checkout.itemCount":7}}"#)
    try rig.page.wait(for: "inside('checkout', '.title').textContent === 'Checkout 7'")
    let frame = try rig.page.frame(of: "add")
    try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    try rig.page.wait(for: "seen.refused.length === 2")
    #expect(try rig.page.value("seen.refused").text == #"["forbidden","forbidden"]"#)
    #expect(try rig.client.call("state.get")["values"]?["count"] == nil)
    #expect(try rig.isClean())
  }

  @Test func thePageIsEmptyOnlyWhenTheDaemonSaysSo() throws {
    let folder = TemporaryFolder()
    let gateway = try GatewayProcess(to: folder.file("buttond.sock"))
    let page = try GatewayStage.browser.open(gateway.fullURL)
    let isHidden =
      "['empty', 'plugins-empty'].map((id) => document.getElementById(id).hidden).join()"
    try page.wait(for: "document.getElementById('connection').dataset.state === 'lost'")
    // What is drawn in this frame has been drawn in the next.
    try page.value("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    #expect(try page.value(isHidden).string == "true,true")
    #expect(try page.value("document.getElementById('count').textContent").string == "")
    let daemon = try DaemonProcess(in: folder)
    try page.wait(for: "\(isHidden) === 'false,false'")
    #expect(try page.value("document.getElementById('count').textContent").string == "0")
    _ = daemon
  }

  @Test func anElementInAShadowRootIsOneOfThePage() throws {
    let rig = try Rig()
    try rig.client.call("buttons.patch", #"{"id":"add","shortcut":"ctrl+y","wait":"published"}"#)
    let folder = TemporaryFolder()
    folder.write(
      """
      <!DOCTYPE html><html lang="en"><title>mine</title>
      <script type="module" src="mine.js"></script><div id="host"></div>
      """, to: "index.html")
    folder.write(
      """
      import { configure } from "./live-button.js";
      configure({ token: location.hash.slice("#token=".length) });
      window.configure = configure;
      const root = document.getElementById("host").attachShadow({ mode: "open" });
      root.innerHTML = '<live-button button="add"></live-button>';
      window.find = () => root.querySelector("live-button");
      """, to: "mine.js")
    let gateway = try GatewayProcess(to: rig.daemon.socketPath, ["--web", folder.path])
    try rig.page.navigate(gateway.fullURL)
    try rig.page.waitForLive("add")
    let wait = { (traits: String) in
      try rig.page.wait(
        for: "(({ locale, layoutDirection, userInterfaceStyle }) =>"
          + " [locale, layoutDirection, userInterfaceStyle].join(' '))(seen.sent.findLast("
          + "(m) => m.method === 'buttons.subscribe').params.traits) === '\(traits)'")
    }
    try wait("en leftToRight light")
    try rig.page.value("document.documentElement.lang = 'de'; document.documentElement.dir = 'rtl'")
    try wait("de rightToLeft light")
    try rig.page.value("configure({ traits: 'dark' })")
    try wait("de rightToLeft dark")
    try rig.page.waitForLive("add")
    // A keyboard whose Y and Z have each other's place: the character counts.
    let isPressed = { (key: String, code: String) in
      try rig.page.value(
        "!document.dispatchEvent(new KeyboardEvent('keydown',"
          + " { key: '\(key)', code: '\(code)', ctrlKey: true, cancelable: true }))"
      ) == .bool(true)
    }
    #expect(try !isPressed("z", "KeyY"))
    #expect(try isPressed("y", "KeyZ"))
    try rig.wait(for: "count", 1)
    // A keyboard without such a letter: its place does.
    #expect(try isPressed("\u{43D}", "KeyY"))
    try rig.wait(for: "count", 2)
    #expect(try rig.isClean())
  }

  @Test func anyPageMayUseTheElement() throws {
    let rig = try Rig()
    let folder = TemporaryFolder()
    folder.write(
      """
      <!DOCTYPE html><title>mine</title><script type="module" src="live-button.js"></script>
      <p><live-button button="add"></live-button> <live-button button="checkout"></live-button>
      <live-button button="checkout" traits="dark"></live-button>
      <live-button button="nobody"></live-button></p>
      """, to: "index.html")
    let gateway = try GatewayProcess(to: rig.daemon.socketPath, ["--web", folder.path])
    try rig.page.navigate(gateway.url)
    try rig.page.waitForLive("checkout")
    try rig.page.wait(for: "find('nobody').dataset.state === 'missing'")
    // The module is the installed one. One connection, and one subscription for each set of traits,
    // with these buttons alone.
    let subscriptions = try rig.page.value(
      "seen.sent.filter((m) => m.method === 'buttons.subscribe')"
        + ".map((m) => JSON.stringify(m.params.match)).sort().join(' ')")
    #expect(subscriptions.string == #"["add","checkout","nobody"] ["checkout"]"#)
    try rig.page.value("find('add').remove()")
    try rig.page.wait(for: "seen.sent.some((m) => m.method === 'unsubscribe')")
    #expect(try rig.isClean())
  }
}
