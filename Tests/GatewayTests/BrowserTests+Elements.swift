import TestSupport
import Testing

/// Elements that a page moves, changes, and has several of.
extension GatewayTests.BrowserTests {
  @Test func nothingStaysOfTheButtonThatAnElementShowedBefore() throws {
    let rig = try Rig()
    try rig.client.call("state.set", #"{"values":{"liked":true}}"#)
    try rig.page.wait(for: "inside('like', 'button').ariaPressed === 'true'")
    let state = "[element.dataset.state, element.appearance?.title, inner.ariaPressed].join()"
    try rig.page.value(
      "window.element = find('like'); window.inner = inside('like', 'button'); null")
    // A move within the page is no change.
    let moved = try rig.page.value(
      "(async () => { document.body.append(element); await null; return \(state); })()")
    #expect(moved.string == "live,Like,true")
    // What these traits make of it, nobody has said yet.
    let changed = try rig.page.value(
      """
      (async () => {
        element.setAttribute('traits', 'XL');
        element.setAttribute('button', 'wide');
        await null;
        return \(state);
      })()
      """)
    #expect(changed.string == "waiting,,")
    try rig.page.wait(for: "element.dataset.state === 'live'")
    #expect(try rig.page.value(state).string == "live,A button of some width,")
    #expect(try rig.isClean())
  }

  /// What clicks on an element, five points from its right edge.
  private static let click = """
    window.click = (element) => {
      const button = element.shadowRoot.querySelector('button');
      const { right, top } = button.getBoundingClientRect();
      for (const type of ['pointerdown', 'pointerup']) {
        button.dispatchEvent(new PointerEvent(type, {
          pointerId: 7, isPrimary: true, button: 0, clientX: right - 5, clientY: top + 5,
        }));
      }
    };
    window.mine = document.createElement('live-button');
    mine.setAttribute('button', 'wide');
    document.body.append(mine);
    """

  private static func rigToClick() throws -> Rig {
    let rig = try Rig()
    try rig.page.value(click)
    try rig.page.wait(for: "mine.dataset.state === 'live'")
    return rig
  }

  @Test func aButtonThatIsDefinedAgainIsPressedWhereItIs() throws {
    let rig = try Self.rigToClick()
    try rig.page.value("click(mine)")
    try rig.wait(for: "wide", 1)
    try rig.client.call("buttons.remove", #"{"ids":["wide"]}"#)
    try rig.page.wait(for: "mine.dataset.state === 'missing'")
    try rig.client.call("buttons.define", Self.buttons)
    try rig.page.wait(for: "mine.dataset.state === 'live'")
    try rig.page.value("click(mine)")
    try rig.wait(for: "wide", 2)
    #expect(try rig.isClean())
  }

  @Test func eachElementOfAButtonIsPressedWhereItIs() throws {
    let rig = try Rig()
    try rig.page.value(Self.click)
    try rig.page.value("mine.style.width = '400px'")
    try rig.page.wait(for: "mine.dataset.state === 'live'")
    for (count, element) in ["mine", "find('wide')", "mine"].enumerated() {
      try rig.page.value("click(\(element))")
      try rig.wait(for: "wide", count + 1)
    }
    #expect(try rig.isClean())
  }

  @Test func aButtonInALinkIsPressed() throws {
    let rig = try Self.rigToClick()
    try rig.page.value(
      """
      {
        const link = document.createElement('a');
        link.href = '#elsewhere';
        mine.replaceWith(link);
        link.append(mine);
      }
      """)
    try rig.page.wait(for: "mine.dataset.state === 'live'")
    try rig.page.value("click(mine)")
    try rig.wait(for: "wide", 1)
    #expect(try rig.isClean())
  }

  @Test func twoFingersPressTwoButtons() throws {
    let rig = try Rig()
    try rig.page.value(
      """
      window.touch = (type, id, pointerId) => {
        const button = inside(id, 'button');
        const { left, top } = button.getBoundingClientRect();
        button.dispatchEvent(new PointerEvent(type, {
          pointerId, pointerType: 'touch', isPrimary: pointerId === 7, button: 0,
          clientX: left + 5, clientY: top + 5,
        }));
      };
      touch('pointerdown', 'add', 7);
      touch('pointerdown', 'wide', 8);
      // A second finger on a button that is pressed changes nothing.
      touch('pointerdown', 'wide', 9);
      touch('pointerup', 'wide', 9);
      """)
    for id in ["add", "wide"] { try rig.page.wait(for: "find('\(id)').appearance.isHighlighted") }
    try rig.page.value("touch('pointerup', 'add', 7); touch('pointerup', 'wide', 8)")
    try rig.wait(for: "count", 1)
    try rig.wait(for: "wide", 1)
    #expect(
      try rig.presses(4) == [
        "press.began pressing", "press.began pressing", "press.ended inactive",
        "press.ended inactive",
      ])
    #expect(try rig.isClean())
  }
}
