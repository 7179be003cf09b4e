import TestSupport
import Testing

/// Pointers over buttons, keys that press them, and their menus, in a real browser.
extension GatewayTests.BrowserTests {
  private static let menus = """
    {"buttons": [
      {"id": "size", "style": "gray",
       "configuration": {"title": "Size", "foregroundColor": {"light": "#000", "dark": "#FFF"}},
       "menuSelection": "size", "menu": [
         {"id": "small", "title": "Small", "image": "minus"},
         {"id": "medium", "title": "Medium", "isEnabled": false},
         {"id": "large", "title": "Large", "role": "destructive",
          "action": {"operations": [{"op": "increment", "key": "sized"}]}}]},
      {"id": "more", "style": "gray", "configuration": {"title": "More"}, "shortcut": "ctrl+k",
       "action": {"operations": [{"op": "increment", "key": "pressed"}]}, "menu": [
         {"id": "on", "title": "On", "state": "on",
          "action": {"operations": [{"op": "increment", "key": "chosen"}]}}]}
    ], "wait": "published"}
    """.replacing("\n", with: " ")

  private func menuRig(_ prepare: (Page) throws -> Void = { _ in }) throws -> Rig {
    let rig = try Rig(prepare)
    try rig.client.call("buttons.define", Self.menus)
    for id in ["size", "more"] { try rig.page.waitForLive(id) }
    return rig
  }

  private func click(_ page: Page, _ id: String) throws {
    let frame = try page.frame(of: id)
    try page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
  }

  private func press(_ page: Page, _ key: String) throws {
    try page.key("keyDown", key)
    try page.key("keyUp", key)
  }

  /// The id of the entry that has the focus.
  private func waitForFocus(_ page: Page, _ id: String, on item: String) throws {
    try page.wait(for: "find('\(id)').shadowRoot.activeElement?.dataset.item === '\(item)'")
  }

  @Test func aMouseOverAButtonIsToldUntilItLeaves() throws {
    let rig = try Rig()
    let frame = try rig.page.frame(of: "wide")
    try rig.page.mouse("mouseMoved", frame.x + 5, frame.y + 5)
    try rig.page.wait(for: "find('wide').appearance.isHovered === true")
    try rig.page.mouse("mouseMoved", frame.x + frame.width + 200, frame.y + frame.height + 200)
    try rig.page.wait(for: "find('wide').appearance.isHovered === undefined")
    // A finger is over nothing, and an element that is gone neither.
    try rig.page.touch("touchStart", frame.x + 10, frame.y + 10)
    try rig.page.wait(for: "find('wide').appearance.isHighlighted")
    #expect(try rig.page.value("find('wide').appearance.isHovered") == .null)
    try rig.page.touch("touchEnd")
    #expect(try rig.isClean())
  }

  @Test func aShortcutPressesTheButtonUnlessTextIsTyped() throws {
    let rig = try menuRig()
    let controlK = { (what: String) in
      try rig.page.call(
        "Input.dispatchKeyEvent",
        #"{"type":"\#(what)","key":"k","code":"KeyK","windowsVirtualKeyCode":75,"modifiers":2}"#)
    }
    #expect(
      try rig.page.value("inside('more', 'button').getAttribute('aria-keyshortcuts')").string
        == "Control+K")
    try rig.page.value("document.activeElement?.blur()")
    _ = try controlK("keyDown")
    _ = try controlK("keyUp")
    try rig.wait(for: "pressed", 1)
    try rig.client.call("buttons.patch", #"{"id":"more","shortcut":"k","wait":"published"}"#)
    try rig.page.wait(for: "find('more').appearance.shortcut === 'k'")
    try rig.page.value("document.getElementById('search').focus()")
    try press(rig.page, "k")
    try rig.page.value("document.activeElement.blur()")
    try press(rig.page, "k")
    try rig.wait(for: "pressed", 2)
    #expect(try rig.isClean())
  }

  @Test func aShortcutReachesNothingBehindADialogOrInert() throws {
    let rig = try menuRig()
    let isPressed = {
      try rig.page.value(
        "!document.dispatchEvent(new KeyboardEvent('keydown',"
          + " { key: 'k', code: 'KeyK', ctrlKey: true, cancelable: true }))"
      ) == .bool(true)
    }
    try rig.page.value("find('more').parentNode.inert = true")
    #expect(try !isPressed())
    try rig.page.value(
      """
      find('more').parentNode.inert = false;
      window.dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.showModal();
      """)
    #expect(try !isPressed())
    try rig.page.value("dialog.append(document.createElement('live-button'))")
    try rig.page.value("dialog.firstChild.setAttribute('button', 'more')")
    try rig.page.wait(for: "dialog.firstChild.dataset.state === 'live'")
    #expect(try isPressed())
    try rig.wait(for: "pressed", 1)
    try rig.page.value("dialog.close(); dialog.remove()")
    #expect(try isPressed())
    try rig.wait(for: "pressed", 2)
    #expect(try rig.isClean())
  }

  @Test func aPopupIsOpenedByMouseAndShowsWhatIsChosen() throws {
    let rig = try menuRig()
    #expect(try rig.page.value("inside('size', 'button').ariaHasPopup").string == "menu")
    try click(rig.page, "size")
    try waitForFocus(rig.page, "size", on: "small")
    #expect(try rig.page.value("inside('size', 'button').ariaExpanded").string == "true")
    let roles = try rig.page.value(
      "[...inside('size', '.menu').children].map((e) => e.getAttribute('role')"
        + " + ' ' + e.ariaChecked + ' ' + e.ariaDisabled)")
    #expect(
      roles.text
        == #"["menuitemradio false null","menuitemradio false true","menuitemradio false null"]"#)
    let place = try rig.page.value(
      "(() => { const r = inside('size', '[data-item=large]').getBoundingClientRect();"
        + " return [Math.round(r.x + 20), Math.round(r.y + 8)]; })()"
    ).elements.compactMap(\.int)
    try rig.page.mouse("mousePressed", Double(place[0]), Double(place[1]))
    try rig.page.mouse("mouseReleased", Double(place[0]), Double(place[1]))
    try rig.wait(for: "sized", 1)
    try rig.page.wait(for: "find('size').appearance.title === 'Large'")
    #expect(try rig.page.value("inside('size', '.menu').hidden") == .bool(true))
    #expect(try rig.page.value("find('size').shadowRoot.activeElement?.tagName").string == "BUTTON")
    try click(rig.page, "size")
    try waitForFocus(rig.page, "size", on: "large")
    // A click elsewhere closes it.
    try rig.page.mouse("mousePressed", 2, 2)
    try rig.page.mouse("mouseReleased", 2, 2)
    try rig.page.wait(for: "inside('size', '.menu').hidden")
    #expect(try rig.isClean())
  }

  @Test func aMenuIsUsedByKeysAndEscapeReturnsTheFocus() throws {
    let rig = try menuRig()
    try rig.page.value("find('size').focus()")
    try press(rig.page, "Enter")
    try waitForFocus(rig.page, "size", on: "small")
    // The key that has opened it may be held.
    for key in ["Enter", " "] {
      try rig.page.value(
        "find('size').shadowRoot.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
          + " { key: '\(key)', repeat: true, bubbles: true, cancelable: true }))")
    }
    try press(rig.page, "ArrowDown")
    try waitForFocus(rig.page, "size", on: "medium")
    // What is disabled is not chosen.
    try press(rig.page, "Enter")
    try press(rig.page, "End")
    try waitForFocus(rig.page, "size", on: "large")
    try press(rig.page, "ArrowDown")
    try waitForFocus(rig.page, "size", on: "small")
    try press(rig.page, "l")
    try waitForFocus(rig.page, "size", on: "large")
    try press(rig.page, "Escape")
    try rig.page.wait(for: "inside('size', '.menu').hidden")
    #expect(try rig.page.value("find('size').shadowRoot.activeElement?.tagName").string == "BUTTON")
    #expect(try rig.page.value("inside('size', 'button').ariaExpanded").string == "false")
    #expect(try rig.client.call("state.get")["values"]?["size"] == nil)
    try press(rig.page, "Enter")
    try waitForFocus(rig.page, "size", on: "small")
    try press(rig.page, " ")
    try rig.page.wait(for: "find('size').appearance.title === 'Small'")
    #expect(try rig.isClean())
  }

  @Test func aMenuBesideAnActionOpensByASecondaryClickAndLongPress() throws {
    let rig = try menuRig()
    try click(rig.page, "more")
    try rig.wait(for: "pressed", 1)
    let frame = try rig.page.frame(of: "more")
    for what in ["mousePressed", "mouseReleased"] {
      try rig.page.call(
        "Input.dispatchMouseEvent",
        #"{"type":"\#(what)","x":\#(frame.x + 5),"y":\#(frame.y + 5),"button":"right","clickCount":1}"#
      )
    }
    try waitForFocus(rig.page, "more", on: "on")
    #expect(
      try rig.page.value("inside('more', '[data-item=on]').getAttribute('role')").string
        == "menuitemcheckbox")
    try press(rig.page, "Enter")
    try rig.wait(for: "chosen", 1)
    try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try waitForFocus(rig.page, "more", on: "on")
    try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    try press(rig.page, "Escape")
    try rig.page.wait(for: "inside('more', '.menu').hidden")
    #expect(try rig.client.call("state.get")["values"]?["pressed"]?.int == 1)
    #expect(try rig.isClean())
  }

  @Test func aHeldPressAndTwoPressesDoSomethingElse() throws {
    let rig = try Rig()
    try rig.client.call(
      "buttons.patch",
      #"{"id":"add","action":{"operations":[{"op":"increment","key":"tapped"}]},"#
        + #""longPress":{"afterMs":100,"action":{"operations":[{"op":"increment","key":"held"}]}}}"#
    )
    try rig.client.call(
      "buttons.patch",
      #"{"id":"like","action":{"operations":[{"op":"increment","key":"tapped"}]},"wait":"published","#
        + #""doublePress":{"withinMs":2000,"action":{"operations":[{"op":"increment","key":"twice"}]}}}"#
    )
    let frame = try rig.page.frame(of: "add")
    try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try rig.wait(for: "held", 1)
    try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    for _ in 1...2 { try click(rig.page, "like") }
    try rig.wait(for: "twice", 1)
    #expect(try rig.client.call("state.get")["values"]?["tapped"] == nil)
    #expect(try rig.isClean())
  }

  @Test func anOpenMenuFollowsTheStateAndClosesWithItsButton() throws {
    let rig = try menuRig()
    try click(rig.page, "size")
    try waitForFocus(rig.page, "size", on: "small")
    try rig.client.call("state.set", #"{"values":{"size":"large"}}"#)
    try rig.page.wait(for: "inside('size', '[data-item=large]').ariaChecked === 'true'")
    try waitForFocus(rig.page, "size", on: "small")
    try rig.client.call("buttons.patch", #"{"id":"size","isEnabled":false}"#)
    try rig.page.wait(for: "inside('size', '.menu').hidden")
    #expect(try rig.isClean())
  }

  @Test func aMenuIsThatOfTheButtonThatIsShown() throws {
    let rig = try menuRig()
    try click(rig.page, "size")
    try waitForFocus(rig.page, "size", on: "small")
    try rig.page.value("window.element = find('size'); element.setAttribute('button', 'more')")
    try rig.page.wait(for: "element.shadowRoot.querySelector('.menu').hidden")
    #expect(try rig.isClean())
  }

  @Test func anElementInAFrameHasItsStylesAndItsMenu() throws {
    let rig = try menuRig()
    try rig.page.value(
      """
      window.element = find('size');
      window.menu = inside('size', '.menu');
      window.inner = document.createElement('iframe');
      document.body.append(inner);
      inner.contentDocument.body.append(element);
      """)
    try rig.page.wait(
      for: "getComputedStyle(element.shadowRoot.querySelector('.content')).display === 'flex'")
    try rig.page.value("element.press()")
    try rig.page.wait(for: "!menu.hidden")
    try rig.page.value("inner.contentDocument.dispatchEvent(new PointerEvent('pointerdown'))")
    #expect(try rig.page.value("menu.hidden") == .bool(true))
    #expect(try rig.isClean())
  }

  @Test(needsChecker, arguments: ["light", "dark"])
  func anOpenMenuHasNoAccessibilityViolations(scheme: String) throws {
    let rig = try menuRig { try $0.prefer("prefers-color-scheme", scheme) }
    try click(rig.page, "size")
    try waitForFocus(rig.page, "size", on: "small")
    try expectNoViolations(on: rig.page, in: "live-button[button=size]")
    #expect(try rig.isClean())
  }

  @Test func forcedColoursStillShowWhichEntryHasTheFocus() throws {
    let rig = try menuRig { try $0.prefer("forced-colors", "active") }
    try click(rig.page, "size")
    try waitForFocus(rig.page, "size", on: "small")
    let color = { (item: String, name: String) in
      try rig.page.value("style('size', '[data-item=\(item)]').\(name)").string ?? ""
    }
    #expect(try color("small", "backgroundColor") != color("large", "backgroundColor"))
    #expect(try color("medium", "color") != color("large", "color"))
    #expect(try rig.isClean())
  }
}
