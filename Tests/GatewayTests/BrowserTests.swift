import Glibc
import TestSupport
import Testing

extension GatewayTests {
  /// The page and its elements in a real browser, a real gateway and a real daemon.
  @Suite(.serialized) struct BrowserTests {
    private static let buttons = """
      {"buttons": [
        {"id": "add", "style": "gray", "configuration": {"title": "Add Item"},
         "action": {"operations": [{"op": "increment", "key": "count"}]}},
        {"id": "wide", "style": "filled", "configuration": {"title": "A button of some width"},
         "action": {"operations": [{"op": "increment", "key": "wide"}]}},
        {"id": "checkout", "style": "filled", "handler": "checkout/count",
         "configuration": {"baseBackgroundColor": "systemPink", "buttonSize": "large"}},
        {"id": "gift", "style": "press/scale", "configuration": {"title": "Gift"}},
        {"id": "like", "style": "outline/outline", "configuration": {"title": "Like"},
         "isSelected": {"state": "liked"}},
        {"id": "pay", "style": "filled", "configuration": {"title": "Pay",
         "accessibilityLabel": "Pay now", "accessibilityHint": "Takes the card"},
         "isEnabled": {"state": "open"}, "isBusy": {"state": "paying"}}
      ], "wait": "published"}
      """.replacing("\n", with: " ")

    /// A daemon with the buttons above, a gateway and the page, with the token unless told otherwise.
    private struct Rig {
      let daemon: DaemonProcess
      let gateway: GatewayProcess
      let page: Page
      let client: TestClient

      init(
        isReader: Bool = false, _ prepare: (Page) throws -> Void = { _ in }
      ) throws {
        daemon = try DaemonProcess()
        try daemon.waitForPlugins()
        client = try daemon.connect()
        try client.call("buttons.define", BrowserTests.buttons)
        gateway = try GatewayProcess(to: daemon.socketPath)
        page = try Chromium().open("about:blank")
        try prepare(page)
        try page.navigate(isReader ? gateway.url : gateway.fullURL)
        for id in ["add", "wide", "gift", "like", "pay"] { try page.waitForLive(id) }
      }

      /// Waits until a state key has a value.
      func wait(for key: String, _ value: Int) throws {
        let deadline = Deadline(seconds: 20)
        while try client.call("state.get")["values"]?[key]?.int ?? 0 != value {
          guard !deadline.hasPassed else { throw TestFailure("\(key) is never \(value)") }
        }
      }

      /// Waits until the elements have told so many answers to presses.
      func presses(_ count: Int) throws -> [String] {
        try page.wait(for: "seen.presses.length >= \(count)")
        return try page.value("seen.presses").elements.compactMap(\.string)
      }

      /// What must hold after every test: nothing went wrong in the page.
      func isClean() throws -> Bool { try page.value("seen.errors").elements.isEmpty }
    }

    // MARK: Presses

    @Test func aPressByMousePerformsTheAction() throws {
      let rig = try Rig()
      let frame = try rig.page.frame(of: "add")
      try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
      try rig.page.wait(for: "find('add').appearance.isHighlighted")
      try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
      try rig.wait(for: "count", 1)
      try rig.page.wait(for: "!find('add').appearance.isHighlighted")
      #expect(try rig.presses(2) == ["press.began pressing", "press.ended inactive"])
      let sent = try rig.page.value(
        "seen.sent.filter((m) => m.params.id === 'add').map((m) => m.method)")
      #expect(sent.text == #"["layout.report","press.began","press.ended"]"#)
      #expect(try rig.isClean())
    }

    /// Points beyond the right or lower edge of the button, and whether a release there is on it. A
    /// pointer is at whole points, and so is a button's size on this page.
    @Test(arguments: [
      (38.0, 5.0, true), (42.0, 5.0, false), (5.0, 38.0, true), (5.0, 42.0, false),
    ])
    func aReleaseCountsWithinFortyPoints(beyondX: Double, beyondY: Double, isOn: Bool) throws {
      let rig = try Rig()
      let frame = try rig.page.frame(of: "wide")
      let x = beyondX > 10 ? frame.x + frame.width + beyondX : frame.x + beyondX
      let y = beyondY > 10 ? frame.y + frame.height + beyondY : frame.y + beyondY
      try rig.page.mouse("mousePressed", frame.x + 3, frame.y + 3)
      try rig.page.mouse("mouseMoved", x, y)
      let phases = try rig.presses(2)
      #expect(phases.last == (isOn ? "press.moved pressing" : "press.moved outOfBounds"))
      try rig.page.mouse("mouseReleased", x, y)
      _ = try rig.presses(3)
      #expect(try rig.client.call("state.get")["values"]?["wide"]?.int == (isOn ? 1 : nil))
      #expect(try rig.isClean())
    }

    @Test func draggedAwayAndBackItIsPressedAgain() throws {
      let rig = try Rig()
      let frame = try rig.page.frame(of: "wide")
      try rig.page.mouse("mousePressed", frame.x + 3, frame.y + 3)
      try rig.page.wait(for: "find('wide').appearance.isHighlighted")
      try rig.page.mouse("mouseMoved", frame.x + frame.width + 60, frame.y)
      try rig.page.wait(for: "!find('wide').appearance.isHighlighted")
      try rig.page.mouse("mouseMoved", frame.x + frame.width + 30, frame.y)
      try rig.page.wait(for: "find('wide').appearance.isHighlighted")
      try rig.page.mouse("mouseReleased", frame.x + frame.width + 30, frame.y)
      try rig.wait(for: "wide", 1)
    }

    @Test func aPageThatIsScaledTellsPlacesInPoints() throws {
      let rig = try Rig()
      try rig.page.value("document.body.style.zoom = '2'")
      let frame = try rig.page.frame(of: "wide")
      // 60 pixels of the screen are 30 points.
      try rig.page.mouse("mousePressed", frame.x + 3, frame.y + 3)
      try rig.page.mouse("mouseMoved", frame.x + frame.width + 60, frame.y + 5)
      #expect(try rig.presses(2).last == "press.moved pressing")
      try rig.page.mouse("mouseMoved", frame.x + frame.width + 90, frame.y + 5)
      #expect(try rig.presses(3).last == "press.moved outOfBounds")
      try rig.page.mouse("mouseReleased", frame.x + frame.width + 90, frame.y + 5)
    }

    @Test func aFingerPressesToo() throws {
      let rig = try Rig()
      let frame = try rig.page.frame(of: "wide")
      try rig.page.touch("touchStart", frame.x + 10, frame.y + 10)
      try rig.page.wait(for: "find('wide').appearance.isHighlighted")
      try rig.page.touch("touchMove", frame.x + frame.width + 30, frame.y + 10)
      try rig.page.touch("touchEnd")
      try rig.wait(for: "wide", 1)
      try rig.page.touch("touchStart", frame.x + 10, frame.y + 10)
      try rig.page.touch("touchMove", frame.x + frame.width + 60, frame.y + 10)
      try rig.page.wait(for: "seen.presses.includes('press.moved outOfBounds')")
      try rig.page.touch("touchEnd")
      try rig.page.touch("touchStart", frame.x + 10, frame.y + 10)
      try rig.page.touch("touchCancel")
      try rig.page.wait(for: "seen.presses.includes('press.cancelled inactive')")
      #expect(try rig.client.call("state.get")["values"]?["wide"]?.int == 1)
      #expect(try rig.isClean())
    }

    @Test(arguments: [" ", "Enter"])
    func aKeyPressesWhatHasTheFocus(key: String) throws {
      let rig = try Rig()
      try rig.page.value("find('add').focus()")
      try rig.page.key("keyDown", key)
      try rig.page.wait(for: "find('add').appearance.isHighlighted")
      // A key that is held repeats itself, and presses once.
      try rig.page.key("keyDown", key)
      try rig.page.key("keyUp", key)
      try rig.wait(for: "count", 1)
      try rig.page.key("keyDown", key)
      try rig.page.wait(for: "find('add').appearance.isHighlighted")
      try rig.page.key("keyDown", "Escape")
      try rig.page.wait(for: "!find('add').appearance.isHighlighted")
      try rig.page.key("keyUp", key)
      #expect(try rig.presses(4).last == "press.cancelled inactive")
      #expect(try rig.client.call("state.get")["values"]?["count"]?.int == 1)
    }

    @Test func whatAssistiveTechnologyClicksIsPressed() throws {
      let rig = try Rig()
      try rig.page.value("inside('add', 'button').click()")
      try rig.wait(for: "count", 1)
      try rig.page.value("find('add').click()")
      try rig.wait(for: "count", 2)
    }

    @Test func theFocusIsSeenAndGoesFromButtonToButton() throws {
      let rig = try Rig()
      try rig.page.value("document.getElementById('search').focus()")
      var passed: [String] = []
      for _ in 0..<30 where !passed.contains("checkout") {
        try rig.page.key("keyDown", "Tab")
        try rig.page.key("keyUp", "Tab")
        if let id = try rig.page.value("document.activeElement.getAttribute('button')").string {
          passed.append(id)
          #expect(try rig.page.value("style('\(id)', 'button').outlineStyle").string == "solid")
        }
      }
      #expect(passed == ["add", "checkout"])
    }

    @Test func aReaderSeesAndDoesNotPress() throws {
      let rig = try Rig(isReader: true)
      let frame = try rig.page.frame(of: "add")
      try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
      try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
      try rig.page.wait(for: "seen.refused.includes('forbidden')")
      try rig.page.wait(for: "!document.getElementById('unlock').hidden")
      #expect(try rig.client.call("state.get")["values"]?["count"] == nil)
      try rig.page.value(
        "document.getElementById('token').value = '\(rig.gateway.token)';"
          + "setTimeout(() => document.querySelector('#unlock button').click())")
      try rig.page.wait(for: "document.getElementById('connection').textContent.includes('admin')")
    }

    @Test func theTokenLeavesTheAddressBar() throws {
      let rig = try Rig()
      #expect(try rig.page.value("location.href").string == rig.gateway.url)
    }

    @Test func aWrongTokenIsToldAndForgotten() throws {
      let rig = try Rig(isReader: true)
      try rig.page.navigate("about:blank")
      try rig.page.navigate("\(rig.gateway.url)#token=\(String(repeating: "0", count: 64))")
      try rig.page.wait(for: "document.getElementById('notice').textContent.includes('token')")
      try rig.page.wait(for: "!document.getElementById('unlock').hidden")
      try rig.page.waitForLive("add")
    }

    // MARK: Looks

    @Test func aChangeOfStateIsSeenAtOnce() throws {
      let rig = try Rig()
      let set = try Program.run(
        InstalledPrefix().client,
        ["--socket", rig.daemon.socketPath, "state", "set", "checkout.itemCount", "3"])
      #expect(set.end == .exited(0))
      try rig.page.wait(for: "inside('checkout', '.title').textContent === 'Checkout 3'")
      #expect(
        try rig.page.value("style('checkout', '.ground').backgroundColor").string
          == "rgb(255, 45, 85)")
      #expect(try rig.isClean())
    }

    @Test func theSwitchMakesItDark() throws {
      let rig = try Rig()
      let light = try rig.page.value("style('checkout', '.ground').backgroundColor").string
      try rig.page.value("document.querySelector('#theme [value=dark]').click()")
      try rig.page.wait(for: "style('checkout', '.ground').backgroundColor === 'rgb(255, 55, 95)'")
      #expect(light == "rgb(255, 45, 85)")
      #expect(
        try rig.page.value("getComputedStyle(document.body).backgroundColor").string
          == "rgb(17, 17, 19)")
      try rig.page.value("document.querySelector('#theme [value=auto]').click()")
      try rig.page.wait(for: "style('checkout', '.ground').backgroundColor === 'rgb(255, 45, 85)'")
      try rig.page.prefer("prefers-color-scheme", "dark")
      try rig.page.wait(for: "style('checkout', '.ground').backgroundColor === 'rgb(255, 55, 95)'")
      #expect(try rig.isClean())
    }

    @Test func aLookMovesAsItsTransactionSays() throws {
      let rig = try Rig()
      let frame = try rig.page.frame(of: "gift")
      // Every opacity that is drawn, from the press on.
      try rig.page.value(
        """
        window.drawn = [];
        new MutationObserver(() => drawn.push(Number(inside('gift', '.face').style.opacity || 1)))
          .observe(inside('gift', '.face'), { attributes: true });
        """)
      try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
      try rig.page.wait(for: "find('gift').appearance.isHighlighted && !find('gift').isMoving")
      try rig.page.wait(for: "inside('gift', '.face').style.opacity === '0.5'")
      let drawn = try rig.page.value("drawn.map((n) => n > 0.5 && n < 1)").elements
      #expect(drawn.contains(.bool(true)), "it jumped")
      #expect(
        try rig.page.value("inside('gift', '.face').style.transform").string == "scale(0.98)")
      try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
      try rig.page.wait(
        for: "!find('gift').isMoving && inside('gift', '.face').style.opacity === ''")
      #expect(try rig.isClean())
    }

    @Test func whoWantsNoMotionGetsNone() throws {
      let rig = try Rig { try $0.prefer("prefers-reduced-motion", "reduce") }
      let frame = try rig.page.frame(of: "gift")
      try rig.page.value(
        """
        window.drawn = [];
        new MutationObserver(() => drawn.push(Number(inside('gift', '.face').style.opacity || 1)))
          .observe(inside('gift', '.face'), { attributes: true });
        """)
      try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
      try rig.page.wait(for: "inside('gift', '.face').style.opacity === '0.5'")
      #expect(try rig.page.value("find('gift').isMoving") == .bool(false))
      #expect(
        try rig.page.value("drawn.every((n) => n === 0.5 || n === 1)") == .bool(true))
      try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    }

    @Test func springsAndCurvesFollowTheirFormulas() throws {
      let rig = try Rig()
      let cases: [(response: Double, damping: Double)] = [
        (0.55, 1), (0.5, 0.825), (0.8, 0.1), (0.4, 1.6), (0.15, 0.86),
      ]
      for (response, damping) in cases {
        for seconds in [0.01, 0.05, 0.1, 0.25, 0.5, 1] {
          let found = try number(
            rig,
            "progress({ curve: 'spring', response: \(response), dampingFraction: \(damping) }, \(seconds))"
          )
          #expect(
            abs(found - spring(response, damping, seconds)) < 1e-6,
            "\(response), \(damping) at \(seconds)")
        }
      }
      for (curve, half) in [
        ("linear", 0.5), ("easeInOut", 0.5), ("easeIn", 0.3153568), ("easeOut", 0.6846432),
      ] {
        let found = try number(rig, "progress({ curve: '\(curve)', durationMs: 200 }, 0.1)")
        #expect(abs(found - half) < 1e-5, "\(curve): \(found)")
      }
    }

    private func number(_ rig: Rig, _ expression: String) throws -> Double {
      let text = try rig.page.value(
        "import('/live-button.js').then(({ progress }) => String(\(expression)))")
      return Double(text.string ?? "") ?? .nan
    }

    /// The way of a spring by the documented formulas, stiffness and damping written out.
    private func spring(_ response: Double, _ damping: Double, _ seconds: Double) -> Double {
      let omega = 2 * Double.pi / response
      let decay = damping * omega
      if damping == 1 { return 1 - (1 + omega * seconds) * exp(-omega * seconds) }
      if damping < 1 {
        let swing = omega * (1 - damping * damping).squareRoot()
        let motion = cos(swing * seconds) + decay / swing * sin(swing * seconds)
        return 1 - exp(-decay * seconds) * motion
      }
      let root = omega * (damping * damping - 1).squareRoot()
      let (slow, fast) = (decay - root, decay + root)
      return 1 - (fast * exp(-slow * seconds) - slow * exp(-fast * seconds)) / (2 * root)
    }

    @Test func everyPropertyIsDrawn() throws {
      let rig = try Rig()
      try rig.client.call(
        "buttons.define",
        """
        {"buttons": [{"id": "all", "style": "filled", "configuration": {
          "title": "Title", "subtitle": "Subtitle", "image": "cart", "imagePlacement": "trailing",
          "imagePadding": 9, "titlePadding": 4, "titleAlignment": "trailing", "indicator": "popup",
          "contentInsets": {"top": 3, "leading": 11, "bottom": 5, "trailing": 13},
          "cornerStyle": "capsule", "background": {"strokeColor": "#112233", "strokeWidth": 2,
          "strokeOutset": 3, "backgroundColor": "#445566"}, "baseForegroundColor": "#FFEEDD"}},
         {"id": "spin", "style": "gray", "configuration": {"title": "Wait", "image": "cart",
          "showsActivityIndicator": true}}], "wait": "published"}
        """.replacing("\n", with: " "))
      try rig.page.waitForLive("all")
      try rig.page.waitForLive("spin")
      let expected = [
        ("style('all', '.ground').backgroundColor", "rgb(68, 85, 102)"),
        ("style('all', '.ground').borderRadius", "9999px"),
        ("style('all', '.stroke').borderTopColor", "rgb(17, 34, 51)"),
        ("style('all', '.stroke').borderTopWidth", "2px"),
        ("style('all', '.stroke').top", "-3px"),
        ("style('all', '.content').padding", "3px 13px 5px 11px"),
        ("style('all', '.title').color", "rgb(255, 238, 221)"),
        ("style('all', '.body').flexDirection", "row-reverse"),
        ("style('all', '.body').columnGap", "9px"),
        ("style('all', '.texts').rowGap", "4px"),
        ("style('all', '.texts').alignItems", "end"),
        ("inside('all', '.subtitle').textContent", "Subtitle"),
        ("String(inside('all', '.image svg') !== null)", "true"),
        ("String(inside('all', '.indicator svg') !== null)", "true"),
        ("style('spin', '.image svg').animationName", "spin"),
        ("String(inside('spin', '.image').querySelectorAll('path').length)", "8"),
      ]
      for (expression, value) in expected {
        #expect(try rig.page.value(expression).string == value, "\(expression)")
      }
    }

    @Test func screenReadersAreTold() throws {
      let rig = try Rig()
      func button(_ name: String) throws -> AccessibleButton {
        let all = try rig.page.accessibleButtons()
        guard let found = all.first(where: { $0.name == name }) else {
          throw TestFailure("no button is called \(name): \(all.map(\.name))")
        }
        return found
      }
      #expect(try button("Add Item").role == "button")
      let pay = try button("Pay now")
      #expect(pay.description.contains("Takes the card"))
      #expect(pay.properties["disabled"] == "true")
      try rig.client.call(
        "state.set", #"{"values":{"open":true,"paying":true,"liked":true},"wait":"published"}"#)
      try rig.page.wait(for: "inside('pay', 'button').ariaBusy === 'true'")
      #expect(try button("Pay now").properties["busy"] == "1")
      try rig.page.wait(for: "inside('like', 'button').ariaPressed === 'true'")
      let like = try button("Like")
      #expect(like.role == "ToggleButton" || like.properties["pressed"] == "\"true\"")
      try rig.client.call(
        "state.set", #"{"values":{"liked":false,"paying":false},"wait":"published"}"#)
      try rig.page.wait(for: "inside('like', 'button').ariaPressed === 'false'")
      try rig.page.wait(for: "inside('pay', 'button').ariaBusy !== 'true'")
      #expect(try button("Pay now").properties["disabled"] != "true")
    }

    // MARK: Many, and for long

    @Test func fiveHundredButtonsAreOneSubscription() throws {
      let rig = try Rig()
      let definitions = (0..<500).map { index in
        let number = String(index)
        let id = "many.\(String(repeating: "0", count: 3 - number.count))\(number)"
        return #"{"id":"\#(id)","style":"outline/outline","configuration":{"title":"\#(index)"},"#
          + #""isSelected":{"state":"on.\#(index)"}}"#
      }
      try rig.client.call(
        "buttons.define", #"{"buttons":[\#(definitions.joined(separator: ","))]}"#)
      try rig.page.wait(
        for: "[...document.querySelectorAll('live-button')].length === 506 &&"
          + "[...document.querySelectorAll('live-button')].every((b) => b.dataset.state === 'live')"
      )
      #expect(
        try rig.page.value(
          "seen.sent.filter((message) => message.method === 'buttons.subscribe').length"
        ).int == 1)
      try rig.page.wait(for: "document.getElementById('count').textContent === '506'")
      let order = try rig.page.value(
        "[...document.querySelectorAll('#buttons > li')].map((li) => li.dataset.id).join() ==="
          + "[...document.querySelectorAll('#buttons > li')].map((li) => li.dataset.id).sort().join()"
      )
      #expect(order == .bool(true))
      // One change touches one element, and no other.
      try rig.page.value("window.element = find('many.250'); seen.looks.length = 0")
      try rig.client.call("state.set", #"{"values":{"on.250":true}}"#)
      try rig.page.wait(for: "find('many.250').appearance.isSelected")
      #expect(try rig.page.value("seen.looks").text == #"["many.250"]"#)
      #expect(try rig.page.value("element === find('many.250')") == .bool(true))
      // The filter hides and shows.
      try rig.page.value(
        "{ const box = document.getElementById('search'); box.value = 'many.25';"
          + " box.dispatchEvent(new Event('input')); }")
      try rig.page.wait(for: "document.getElementById('count').textContent === '10 of 506'")
      try rig.client.call("buttons.remove", #"{"ids":["many.250"]}"#)
      try rig.page.wait(for: "document.getElementById('count').textContent === '9 of 505'")
      #expect(try rig.isClean())
    }

    @Test func aConnectionThatBreaksIsResumed() throws {
      let rig = try Rig()
      try rig.page.value("window.first = find('add'); seen.sent.length = 0; socket.close()")
      try rig.page.wait(for: "seen.sent.some((m) => m.method === 'buttons.subscribe')")
      try rig.page.wait(for: "document.getElementById('connection').dataset.state === 'open'")
      try rig.client.call("state.set", #"{"values":{"checkout.itemCount":5}}"#)
      try rig.page.wait(for: "inside('checkout', '.title').textContent === 'Checkout 5'")
      // It was taken up where it was left: nothing that was known came again.
      let since = try rig.page.value(
        "seen.sent.find((m) => m.method === 'buttons.subscribe').params.since.tick > 0")
      #expect(since == .bool(true))
      let answer = try rig.page.value(
        "(() => { const id = seen.sent.find((m) => m.method === 'buttons.subscribe').id;"
          + " const all = seen.got.filter((m) => m.id === id && m.result?.subscription);"
          + " const last = all[all.length - 1].result;"
          + " return JSON.stringify([last.snapshot, last.buttons.length]); })()")
      #expect(answer.string == "[false,0]")
      #expect(try rig.page.value("first === find('add')") == .bool(true))
    }

    @Test func aDaemonThatIsStartedAgainIsFoundAgain() throws {
      let folder = TemporaryFolder()
      var daemon: DaemonProcess? = try DaemonProcess(in: folder)
      try daemon?.waitForPlugins()
      try daemon?.connect().call("buttons.define", Self.buttons)
      let gateway = try GatewayProcess(to: folder.file("buttond.sock"))
      let page = try Chromium().open(gateway.fullURL)
      try page.waitForLive("checkout")
      _ = try daemon?.stop()
      daemon = nil
      try page.wait(for: "find('checkout').dataset.state === 'stale'")
      #expect(try page.value("inside('checkout', 'button').ariaDisabled").string == "true")
      try page.wait(for: "document.getElementById('connection').dataset.state === 'lost'")
      let next = try DaemonProcess(in: folder)
      try next.waitForPlugins()
      let client = try next.connect()
      try client.call("state.set", #"{"values":{"checkout.itemCount":8}}"#)
      try client.call("buttons.define", Self.buttons)
      try page.wait(for: "find('checkout').dataset.state === 'live'")
      try page.wait(for: "inside('checkout', '.title').textContent === 'Checkout 8'")
      let frame = try page.frame(of: "add")
      try page.mouse("mousePressed", frame.x + 5, frame.y + 5)
      try page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
      try page.wait(for: "seen.presses.includes('press.ended inactive')")
      #expect(try client.call("state.get")["values"]?["count"]?.int == 1)
    }

    // MARK: The page around the buttons

    @Test func aClickBesideAButtonExplainsIt() throws {
      let rig = try Rig()
      try rig.page.value("document.querySelector('[data-id=checkout] .about').click()")
      try rig.page.wait(for: "!document.getElementById('explain').hidden")
      try rig.page.wait(for: "document.getElementById('explain').innerText.includes('#FF2D55FF')")
      try rig.page.value("document.getElementById('explain-close').click()")
      #expect(try rig.page.value("document.getElementById('explain').hidden") == .bool(true))
      #expect(try rig.isClean())
    }

    @Test func theStatesOfAStyleAreShownAndTakenAway() throws {
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
      let strokes = try rig.page.value(
        "[...document.querySelectorAll('#matrix live-button')].slice(0, 4)"
          + ".map((b) => b.appearance.backgroundColor + ' ' + b.appearance.strokeColor).join()")
      #expect(
        strokes.string
          == "#00000000 #E5E5EAFF,#00000000 #2C2C2EFF,#007AFF4D #E5E5EAFF,#0A84FF4D #2C2C2EFF")
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

    private static let isLive = "(b) => b.dataset.state === 'live'"

    @Test func pluginsAreListedWithTheirState() throws {
      let rig = try Rig()
      try rig.page.wait(for: "document.getElementById('plugins').innerText.includes('outline')")
      try rig.client.call("plugins.disable", #"{"name":"outline"}"#)
      try rig.page.wait(
        for: "[...document.querySelectorAll('#plugins li')].some((li) =>"
          + "li.innerText.includes('outline') && li.innerText.includes('disabled'))")
      try rig.page.wait(for: "document.querySelector('[data-id=like] .trouble').textContent !== ''")
    }

    @Test func anyPageMayUseTheElement() throws {
      let rig = try Rig()
      let folder = TemporaryFolder()
      let module = try ProcessFile.text(
        "\(InstalledPrefix().path)/share/buttond/web/live-button.js")
      folder.write(module, to: "live-button.js")
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
      // One connection, and one subscription for each set of traits, with these buttons alone.
      let subscriptions = try rig.page.value(
        "seen.sent.filter((m) => m.method === 'buttons.subscribe')"
          + ".map((m) => JSON.stringify(m.params.match)).sort().join(' ')")
      #expect(subscriptions.string == #"["add","checkout","nobody"] ["checkout"]"#)
      try rig.page.value("find('add').remove()")
      try rig.page.wait(for: "seen.sent.some((m) => m.method === 'unsubscribe')")
      #expect(try rig.isClean())
    }
  }
}
