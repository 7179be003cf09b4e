import Glibc
import TestSupport
import Testing

/// What axe-core finds on the pages, and readers who have chosen other text sizes or colours.
extension GatewayTests.BrowserTests {
  /// Buttons in every state, in colours that can be read on light and dark displays: how much contrast a
  /// look has is its author's to decide, and the system's colours are what they are.
  private static let readable = """
    {"buttons": [
      {"id": "add", "style": "filled", "configuration": {"title": "Add Item", "image": "plus",
       "baseBackgroundColor": "#0B63BA", "foregroundColor": "white"}},
      {"id": "wide", "style": "plain", "role": "primary", "configuration": {"title": "Wide",
       "subtitle": "with a subtitle", "foregroundColor": {"light": "#0B4F94", "dark": "#9CCBFF"}}},
      {"id": "checkout", "style": "filled", "handler": "checkout/count", "isFocused": true,
       "configuration": {"baseBackgroundColor": "#0B63BA", "foregroundColor": "white"}},
      {"id": "gift", "style": "filled", "isEnabled": false, "configuration": {"title": "Gift"}},
      {"id": "like", "style": "filled", "isSelected": true, "configuration": {"title": "Like",
       "baseBackgroundColor": "#0B63BA", "foregroundColor": "white"}},
      {"id": "pay", "style": "filled", "isBusy": true, "role": "destructive", "configuration": {
       "title": "Pay", "accessibilityLabel": "Pay now", "accessibilityHint": "Takes the card", "progress": 0.4,
       "baseBackgroundColor": "#B3261E", "foregroundColor": "white"}}
    ], "wait": "published"}
    """.replacing("\n", with: " ")

  /// The checker, which scripts/setup --tests fetches.
  private static let checker =
    "\(InstalledPrefix.tests)/../.build/tests/axe_playwright_python/axe.min.js"

  /// For tests that need it.
  static var needsChecker: ConditionTrait {
    .enabled(if: access(checker, R_OK) == 0, "scripts/setup --tests fetches axe-core from PyPI")
  }

  /// Runs all rules of the checker on the page as it is, or a part of it.
  func expectNoViolations(on page: Page, in part: String? = nil) throws {
    try page.value("\(ProcessFile.text(Self.checker)); 0")
    let violations = try page.value(
      """
      axe.run(\(part.map { "document.querySelector('\($0)')" } ?? "document"), { resultTypes: ["violations"] }).then(({ violations }) => violations.map(
        (rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(" ")).join(", ")}`))
      """
    ).elements.compactMap(\.string)
    #expect(violations == [])
  }

  @Test(needsChecker, arguments: ["light", "dark"])
  func theGalleryHasNoAccessibilityViolations(scheme: String) throws {
    let rig = try Rig(buttons: Self.readable) { try $0.prefer("prefers-color-scheme", scheme) }
    try expectNoViolations(on: rig.page)
    // With the explanation of a button open.
    try rig.page.value("document.querySelector('[data-id=checkout] .about').click()")
    try rig.page.wait(for: "document.querySelectorAll('#explain details').length > 3")
    try expectNoViolations(on: rig.page)
    #expect(try rig.isClean())
  }

  @Test(needsChecker, arguments: ["light", "dark"])
  func theGalleryOfAReaderHasNoAccessibilityViolations(scheme: String) throws {
    let rig = try Rig(isReader: true, buttons: Self.readable) {
      try $0.prefer("prefers-color-scheme", scheme)
    }
    try rig.page.wait(for: "!document.getElementById('unlock').hidden")
    try expectNoViolations(on: rig.page)
  }

  @Test(needsChecker, arguments: ["light", "dark"])
  func thePageOfAnElementHasNoAccessibilityViolations(scheme: String) throws {
    let rig = try Rig(buttons: Self.readable)
    let folder = TemporaryFolder()
    folder.write(
      """
      <!DOCTYPE html><html lang="en"><head><title>mine</title><link rel="stylesheet" href="mine.css">
      <script type="module" src="live-button.js"></script></head><body><main><h1>Mine</h1>
      <live-button button="add"></live-button> <live-button button="wide"></live-button>
      <live-button button="checkout"></live-button> <live-button button="gift"></live-button>
      <live-button button="like" toggle></live-button> <live-button button="pay"></live-button>
      <live-button button="nobody"></live-button></main></body></html>
      """, to: "index.html")
    folder.write(
      ":root { color-scheme: light dark; } body { background: Canvas; color: CanvasText; }",
      to: "mine.css")
    let gateway = try GatewayProcess(to: rig.daemon.socketPath, ["--web", folder.path])
    try rig.page.prefer("prefers-color-scheme", scheme)
    try rig.page.navigate(gateway.url)
    try rig.page.wait(for: "document.title === 'mine'")
    for id in ["add", "wide", "checkout", "gift", "like", "pay"] { try rig.page.waitForLive(id) }
    try expectNoViolations(on: rig.page)
  }

  @Test func theTextFollowsTheSizeThatTheReaderHasChosen() throws {
    let rig = try Rig { try $0.setFontSize(32) }
    #expect(
      try rig.page.value(
        "[...new Set(seen.sent.filter((m) => m.method === 'buttons.subscribe')"
          + ".map((m) => m.params.traits.contentSize))].join()"
      ).string == "AX2")
    // 17 points at the usual size, and the page's own text grows with it.
    #expect(try rig.page.value("style('add', '.title').fontSize").string == "33px")
    #expect(try rig.page.value("getComputedStyle(document.body).fontSize").string == "30px")
  }

  @Test(arguments: [1_280, 390, 195])
  func nothingIsCutOffAtTheSide(width: Int) throws {
    let rig = try Rig {
      try $0.resize(width, 800)
      if width != 195 { try $0.setFontSize(32) }
    }
    try rig.page.wait(for: "!document.getElementById('matrix-style').disabled")
    try rig.page.value(
      "{ const list = document.getElementById('matrix-style'); list.value = 'filled';"
        + " list.dispatchEvent(new Event('change')); }")
    try rig.page.wait(for: "document.querySelectorAll('#matrix live-button').length === 14")
    #expect(try rig.page.value("document.documentElement.scrollWidth").int == width)
  }

  @Test func forcedColoursStillTellStatesApart() throws {
    let rig = try Rig(buttons: Self.readable) { try $0.prefer("forced-colors", "active") }
    let color = { (id: String, part: String, name: String) in
      try rig.page.value("style('\(id)', '\(part)').\(name)").string ?? ""
    }
    let disabled = try color("gift", ".title", "color")
    #expect(try color("add", ".title", "color") != disabled)
    #expect(try color("gift", ".ground", "outlineColor") == disabled)
    let normal = try color("add", ".ground", "backgroundColor")
    #expect(try color("like", ".ground", "backgroundColor") != normal)
    let frame = try rig.page.frame(of: "add")
    #expect(try color("add", ".ground", "outlineWidth") == "1px")
    try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try rig.page.wait(for: "style('add', '.ground').outlineWidth === '3px'")
    try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    #expect(try rig.isClean())
  }

  @Test func configureGivesTraitsToAllElementsThatHaveNone() throws {
    let rig = try Rig()
    #expect(try rig.page.value("find('checkout').appearance.backgroundColor").string == "#FF2D55FF")
    let configure = { (traits: String) in
      try rig.page.value(
        "import('/live-button.js').then(({ configure }) => configure({ traits: '\(traits)' }))")
    }
    _ = try configure("dark")
    try rig.page.wait(for: "find('checkout').appearance.backgroundColor === '#FF375FFF'")
    try rig.page.value("find('checkout').setAttribute('traits', 'light')")
    try rig.page.wait(for: "find('checkout').appearance.backgroundColor === '#FF2D55FF'")
    try rig.page.value("find('checkout').removeAttribute('traits')")
    try rig.page.wait(for: "find('checkout').appearance.backgroundColor === '#FF375FFF'")
    _ = try configure("")
    try rig.page.wait(for: "find('checkout').appearance.backgroundColor === '#FF2D55FF'")
    #expect(try rig.isClean())
  }
}
