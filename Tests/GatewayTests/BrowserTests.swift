import Glibc
import TestSupport
import Testing

extension GatewayTests {
  /// The page and its elements in a real browser, a real gateway and a real daemon: who may press, and
  /// what a press is.
  @Suite struct BrowserTests {
    /// The buttons of every test, as parameters of `buttons.define`.
    static let buttons = """
      {"buttons": [
        {"id": "add", "style": "gray", "configuration": {"title": "Add Item"},
         "action": {"operations": [{"op": "increment", "key": "count"}]}},
        {"id": "wide", "style": "filled", "configuration": {"title": "A button of some width"},
         "action": {"operations": [{"op": "increment", "key": "wide"}]}},
        {"id": "checkout", "style": "filled", "handler": "checkout/count",
         "configuration": {"baseBackgroundColor": "systemPink", "buttonSize": "large"}},
        {"id": "gift", "style": "press/scale", "parameters": {"isAnimated": true},
           "configuration": {"title": "Gift"}},
        {"id": "like", "style": "outline/outline", "configuration": {"title": "Like"},
         "isSelected": {"state": "liked"}},
        {"id": "pay", "style": "filled", "configuration": {"title": "Pay",
         "accessibilityLabel": "Pay now", "accessibilityHint": "Takes the card"},
         "isEnabled": {"state": "open"}, "isBusy": {"state": "paying"}}
      ], "wait": "published"}
      """.replacing("\n", with: " ")

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
      #expect(sent.text == #"["pointer.entered","layout.report","press.began","press.ended"]"#)
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

    @Test func draggingAwayAndBackPressesAgain() throws {
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

    @Test func aPressStaysWithTheButtonThatItBeganOn() throws {
      let rig = try Rig()
      let frame = try rig.page.frame(of: "add")
      try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
      try rig.page.wait(for: "find('add').appearance.isHighlighted")
      try rig.page.value("window.element = find('add'); element.setAttribute('button', 'like')")
      try rig.page.wait(for: "element.appearance.title === 'Like'")
      try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
      #expect(try rig.presses(2) == ["press.began pressing", "press.cancelled inactive"])
      let sent = try rig.page.value(
        "seen.sent.filter((m) => m.method.startsWith('press.'))"
          + ".map((m) => m.method + ' ' + m.params.id)")
      #expect(sent.text == #"["press.began add","press.cancelled add"]"#)
      #expect(try rig.client.call("state.get")["values"]?["count"] == nil)
    }

    @Test func aRefusalThatComesLateEndsNoOtherPress() throws {
      let rig = try Rig()
      // The daemon refuses the first, and hears of the second.
      try rig.page.value(
        """
        {
          const send = socket.send.bind(socket);
          let isFirst = true;
          socket.send = (text) => {
            const isPress = text.includes('"press.began"') && isFirst;
            if (isPress) isFirst = false;
            send(isPress ? text.replace('"id":"add"', '"id":"nobody"') : text);
          };
          const button = inside('add', 'button');
          const key = (type) => button.dispatchEvent(new KeyboardEvent(type, { key: ' ', bubbles: true }));
          key('keydown'); key('keyup'); key('keydown');
        }
        """)
      try rig.page.wait(for: "seen.refused.length > 0 && find('add').appearance.isHighlighted")
      try rig.page.value(
        "inside('add', 'button')"
          + ".dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true }))")
      try rig.wait(for: "count", 1)
    }

    @Test func aScaledPageReportsPositionsInPoints() throws {
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

    @Test func aTouchPresses() throws {
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
    func aKeyPressesTheFocusedButton(key: String) throws {
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

    @Test func aClickOfAssistiveTechnologyPresses() throws {
      let rig = try Rig()
      try rig.page.value("inside('add', 'button').click()")
      try rig.wait(for: "count", 1)
      try rig.page.value("find('add').click()")
      try rig.wait(for: "count", 2)
    }

    @Test func theFocusIsVisibleAndMovesBetweenButtons() throws {
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

    @Test func aReaderCanLookButNotPress() throws {
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

    @Test func aWrongTokenIsReportedAndForgotten() throws {
      let rig = try Rig(isReader: true)
      try rig.page.navigate("about:blank")
      try rig.page.navigate("\(rig.gateway.url)#token=\(String(repeating: "0", count: 64))")
      try rig.page.wait(for: "document.getElementById('notice').textContent.includes('token')")
      try rig.page.wait(for: "!document.getElementById('unlock').hidden")
      try rig.page.waitForLive("add")
    }
  }
}
