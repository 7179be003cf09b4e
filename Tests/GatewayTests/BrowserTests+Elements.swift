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
}
