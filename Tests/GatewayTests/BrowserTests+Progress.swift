import TestSupport
import Testing

/// How far a button says that something is.
extension GatewayTests.BrowserTests {
  /// The part that is filled is inside the background, which cuts it off at its own round corners.
  @Test(arguments: [false, true])
  func progressFillsTheShapeFromTheLeadingEdge(isMirrored: Bool) throws {
    let rig = try Rig()
    func patch(_ configuration: String) throws {
      try rig.client.call(
        "buttons.patch", #"{"id":"add","configuration":\#(configuration),"wait":"published"}"#)
    }
    if isMirrored {
      try rig.page.value("find('add').setAttribute('traits', 'rightToLeft')")
      try rig.page.wait(
        for: "inside('add', 'button').dir === 'rtl' && find('add').dataset.state === 'live'")
    }
    #expect(try rig.page.value("style('add', '.progress').display").string == "none")
    try patch(##"{"progress":0.25,"progressColor":"#0000FF99"}"##)
    try rig.page.wait(for: "find('add').appearance.progress === 0.25")
    let drawn = try rig.page.value(
      """
      (() => {
        const ground = inside('add', '.ground').getBoundingClientRect();
        const done = inside('add', '.progress').getBoundingClientRect();
        const edge = \(isMirrored) ? 'right' : 'left';
        const near = (a, b) => Math.abs(a - b) < 0.1;
        return [near(done.width, ground.width / 4), near(done.height, ground.height),
          near(done[edge], ground[edge]), style('add', '.progress').backgroundColor,
          style('add', '.ground').overflow, style('add', '.ground').borderRadius,
          inside('add', 'button').ariaLabel].map(String);
      })()
      """)
    #expect(
      drawn.elements.compactMap(\.string) == [
        "true", "true", "true", "rgba(0, 0, 255, 0.6)", "hidden", "5.95px", "Add Item, 25%",
      ])
    try patch(#"{"progress":null}"#)
    try rig.page.wait(for: "find('add').appearance.progress === undefined")
    #expect(try rig.page.value("style('add', '.progress').display").string == "none")
    #expect(try rig.page.value("inside('add', 'button').ariaLabel").string == "Add Item")
    #expect(try rig.isClean())
  }

  /// Screen readers read a button's name in any case; values are for other roles, and descriptions may be
  /// left out.
  @Test func progressIsAPartOfTheNameAndNoValue() throws {
    let rig = try Rig()
    try rig.client.call(
      "buttons.patch",
      #"{"id":"pay","configuration":{"progress":{"cel":"paid.part"}},"wait":"published"}"#)
    for (part, name) in [
      ("0.0", "Pay now, 0%"), ("0.426", "Pay now, 43%"), ("7.0", "Pay now, 100%"),
    ] {
      try rig.client.call("state.set", #"{"values":{"paid.part":\#(part)}}"#)
      try rig.page.wait(for: "inside('pay', 'button').ariaLabel === '\(name)'")
    }
    let attributes = try rig.page.value(
      """
      inside('pay', 'button').getAttributeNames().filter((name) => name.startsWith('aria-value'))
        .concat(inside('pay', 'button').getAttribute('role') ?? 'button',
          inside('pay', 'button').getAttribute('aria-description'))
      """)
    #expect(attributes.elements.compactMap(\.string) == ["button", "Takes the card"])
    #expect(try rig.isClean())
  }

  /// Where a page's colours are the reader's, a line says what the fill does.
  @Test func forcedColoursDrawProgressAsALine() throws {
    let rig = try Rig { try $0.prefer("forced-colors", "active") }
    try rig.client.call(
      "buttons.patch", #"{"id":"add","configuration":{"progress":0.5},"wait":"published"}"#)
    try rig.page.wait(for: "find('add').appearance.progress === 0.5")
    #expect(try rig.page.value("style('add', '.progress').borderBottomWidth").string == "4px")
    #expect(
      try rig.page.value("style('add', '.progress').backgroundImage").string == "none")
    #expect(
      try rig.page.value("style('add', '.progress').backgroundColor").string == "rgba(0, 0, 0, 0)")
    #expect(try rig.isClean())
  }

  @Test func progressMovesAsTheTransactionSays() throws {
    // Slowly, so that a browser that is busy draws something of the way as well.
    let rig = try Rig { try $0.slowDown(by: 10) }
    try rig.client.call(
      "buttons.patch",
      #"{"id":"gift","configuration":{"progress":0.5},"wait":"published"}"#)
    try rig.page.wait(for: "inside('gift', '.progress').style.inlineSize === '50%'")
    try rig.page.value(
      """
      window.widths = [];
      new MutationObserver(() => widths.push(Number.parseFloat(inside('gift', '.progress').style.inlineSize)))
        .observe(inside('gift', '.progress'), { attributes: true });
      """)
    let frame = try rig.page.frame(of: "gift")
    try rig.client.call(
      "buttons.patch",
      #"{"id":"gift","stateValues":{"progress":{"highlighted":1}},"wait":"published"}"#)
    try rig.point(at: "gift")
    try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try rig.page.wait(for: "inside('gift', '.progress').style.inlineSize === '100%'")
    #expect(
      try rig.page.value("widths.some((width) => width > 50 && width < 100)") == .bool(true),
      "it jumped")
    try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    #expect(try rig.isClean())
  }
}
