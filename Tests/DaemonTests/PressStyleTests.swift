import TestSupport
import Testing

extension DaemonTests {
  /// Presses of the shipped styles, as a client that watches sees them.
  @Suite struct PressStyleTests {
    /// A style, the transactions of a press and of its release, and what is faint and small meanwhile.
    struct Case: Sendable, CustomStringConvertible {
      let style: String
      var parameters = "{}"
      let onPress: String
      let onRelease: String
      let opacity: Double
      var scale: Double?

      var description: String { "\(style) \(parameters)" }
    }

    private static let spring =
      #"{"curve":"spring","response":0.55,"dampingFraction":1,"blendDuration":0}"#
    private static let bounce =
      #"{"curve":"spring","response":0.8,"dampingFraction":0.1,"blendDuration":10}"#

    private static func ease(_ milliseconds: Int) -> String {
      #"{"animation":{"curve":"easeInOut","durationMs":\#(milliseconds)}}"#
    }

    private static let cases = [
      Case(
        style: "press/default", onPress: #"{"disablesAnimations":true}"#,
        onRelease: #"{"animation":\#(spring)}"#, opacity: 0.2),
      Case(
        style: "press/plain", onPress: #"{"disablesAnimations":true,"animatesContent":false}"#,
        onRelease: #"{"animation":\#(spring),"animatesContent":false}"#, opacity: 0.75),
      Case(
        style: "press/scale", parameters: #"{"isAnimated":true}"#, onPress: ease(160),
        onRelease: ease(160), opacity: 0.5, scale: 0.98),
      Case(
        style: "press/primitive-scale", parameters: #"{"scaleAmount":0.9}"#, onPress: ease(160),
        onRelease: ease(160), opacity: 0.5, scale: 0.9),
      Case(
        style: "themed/button", parameters: #"{"isBouncy":true}"#,
        onPress: #"{"animation":\#(bounce)}"#, onRelease: #"{"animation":\#(bounce)}"#,
        opacity: 0.7, scale: 0.8),
      Case(
        style: "themed/green", onPress: ease(200), onRelease: ease(200), opacity: 0.7, scale: 0.8),
    ]

    /// A daemon with a button that counts its presses in its title, and another that shows the count.
    private func daemon(
      _ style: String, _ parameters: String = "{}", configuration: String = "{}"
    ) throws -> (DaemonProcess, TestClient) {
      let daemon = try DaemonProcess()
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        """
        {"buttons":[{"id":"button","style":"\(style)","parameters":\(parameters),\
        "configuration":\(configuration),"handler":"checkout/count",\
        "action":{"operations":[{"op":"increment","key":"checkout.itemCount"}]}},\
        {"id":"other","style":"\(style)","handler":"checkout/count"}],"wait":"published"}
        """)
      try client.call("layout.report", #"{"id":"button","width":100,"height":40}"#)
      return (daemon, client)
    }

    @Test(arguments: cases)
    func aPressAndItsReleaseAreOneUpdateEachWithTheirTransactions(style: Case) throws {
      let (daemon, client) = try daemon(style.style, style.parameters)
      let (watcher, _) = try daemon.watch("*")

      try client.call("press.began", #"{"id":"button"}"#)
      let press = try watcher.nextFrame()
      #expect(press.ids == ["button"])
      let pressed = try #require(press.record("button"))
      #expect(try pressed["transaction"] == JSONTree(parsing: style.onPress))
      #expect(pressed["appearance"]?["opacity"] == .double(style.opacity))
      #expect(pressed["appearance"]?["scale"] == style.scale.map { .double($0) })
      #expect(pressed.title == "Checkout 0")

      try client.call("press.ended", #"{"id":"button"}"#)
      let release = try watcher.nextFrame()
      #expect(release.ids == ["button", "other"])
      let released = try #require(release.record("button"))
      #expect(try released["transaction"] == JSONTree(parsing: style.onRelease))
      #expect(released["appearance"]?["opacity"] == nil)
      #expect(released["appearance"]?["scale"] == nil)
      #expect(released.title == "Checkout 1")
      #expect(release.record("other")?["transaction"] == nil)
      #expect(release.record("other")?.title == "Checkout 1")

      #expect(try watcher.notificationsSoFar() == [])
      let (_, snapshot) = try daemon.watch("*")
      #expect(snapshot.record("button")?["transaction"] == nil)
    }

    @Test func aLabelThatAsksForNoAnimationLeavesTheFade() throws {
      let (daemon, client) = try daemon(
        "press/default", configuration: #"{"contentAnimation":"none"}"#)
      let (watcher, _) = try daemon.watch("button")
      try client.call("press.began", #"{"id":"button"}"#)
      _ = try watcher.nextFrame()
      try client.call("press.ended", #"{"id":"button"}"#)
      let released = try #require(watcher.nextFrame().record("button"))
      let wanted = #"{"animation":\#(Self.spring),"animatesContent":false}"#
      #expect(try released["transaction"] == JSONTree(parsing: wanted))
      #expect(released.title == "Checkout 1")
    }

    @Test(
      arguments: [
        // The frame is 100 × 40: 40 points around it count, the far edges not.
        ("began 50 20, ended 50 20", 1), ("began 50 20, moved 139 79, ended 139 79", 1),
        ("began 50 20, moved 140 20, ended 140 20", 0),
        ("began 50 20, moved 50 80, moved -40 -40, ended -40 -40", 1),
        ("began 50 20, moved -41 20, ended -41 20", 0),
        ("began 50 20, moved 300 300, moved 50 20, cancelled", 0),
      ], ["press/scale", "press/primitive-scale"])
    func aGestureOfItsOwnDecidesAsTheUsualOneDoes(
      press: (events: String, count: Int), style: String
    ) throws {
      let (_, client) = try daemon(style)
      for event in press.events.split(separator: ", ") {
        let words = event.split(separator: " ")
        let place = words.count > 1 ? #","x":\#(words[1]),"y":\#(words[2])"# : ""
        try client.call("press.\(words[0])", #"{"id":"button"\#(place)}"#)
      }
      try client.call("sync")
      let record = try client.record("button")
      #expect(record.title == "Checkout \(press.count)")
      #expect(record["appearance"]?["isHighlighted"] == nil)
      #expect(record["appearance"]?["opacity"] == nil)
    }

    @Test func aLoadingButtonIsBusyAndNotDisabled() throws {
      let (_, client) = try daemon("themed/button", #"{"isLoading":true}"#)
      let look = try #require(client.record("button")["appearance"])
      #expect(look["isBusy"] == .bool(true))
      #expect(look["showsActivityIndicator"] == .bool(true))
      #expect(look["isEnabled"] == nil)
      for method in ["press.began", "buttons.trigger"] {
        let refusal = try client.refusal(of: method, #"{"id":"button"}"#)
        #expect(refusal.reason == "disabled")
        #expect(refusal.description.contains("busy"))
      }
      #expect(try client.record("button").title == "Checkout 0")
    }
  }
}
