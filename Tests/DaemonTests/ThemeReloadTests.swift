import TestSupport
import Testing

extension DaemonFileTests {
  /// Another theme while the daemon runs.
  @Suite struct ThemeReloadTests {
    private static func type(_ name: String, _ primary: String) -> String {
      ##""\##(name)": {"$type": "color", "primary": {"$value": "\##(primary)"}, "##
        + ##""secondary": {"$value": "#FFFFFF"}}"##
    }

    private static let definitions = """
      pay: {style: themed/button, configuration: {title: Pay}}
      delete: {style: themed/button, parameters: {type: danger}}
      wide: {style: themed/button, parameters: {type: danger, display: rounded}}
      plain: {style: plain}
      """

    /// A daemon that shows the theme `shop` with red and blue buttons, and a client that watches.
    private func start() throws -> (
      daemon: DaemonProcess, files: ConfiguredFolder, watcher: TestClient, first: JSONTree
    ) {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "theme: shop", buttons: Self.definitions,
        theme: [Self.type("primary", "#0000FF"), Self.type("danger", "#FF0000")].joined(
          separator: ",\n"))
      try daemon.connect().call("sync")
      let (watcher, first) = try daemon.watch("*")
      return (daemon, files, watcher, first)
    }

    private func background(_ record: JSONTree?) -> String? {
      record?["appearance"]?["backgroundColor"]?.string
    }

    @Test func aNewThemeChangesExactlyTheButtonsThatReadAChangedToken() throws {
      let (daemon, files, watcher, first) = try start()
      #expect(background(first.record("pay")) == "#0000FFFF")
      #expect(background(first.record("delete")) == "#FF0000FF")
      files.theme(
        [Self.type("primary", "#0000FF"), Self.type("danger", "#AA0000")].joined(
          separator: ",\n"))
      let answer = try daemon.connect().call("server.reload")
      #expect(answer["theme"]?.string == "shop")
      #expect(answer["tokensChanged"]?.int == 1)
      #expect(answer["buttonsDefined"]?.int == 0 && answer["buttonsRemoved"]?.int == 0)
      let frame = try watcher.nextFrame()
      #expect(frame.ids == ["delete", "wide"])
      #expect(background(frame.record("delete")) == "#AA0000FF")
      #expect(try watcher.notificationsSoFar() == [])
    }

    @Test func theSameThemeAgainChangesNothing() throws {
      let (daemon, _, watcher, _) = try start()
      let client = try daemon.connect()
      let before = try client.call("state.get")["revision"]
      let answer = try client.call("server.reload")
      #expect(answer["tokensChanged"]?.int == 0)
      #expect(answer["revision"] == before)
      #expect(try watcher.notificationsSoFar() == [])
    }

    @Test(arguments: [
      (
        ##""primary": {"$type": "color", "primary": {"$value": "{button.primary.secondary}"},"##
          + "\n"
          + ##""secondary": {"$value": "{button.primary.primary}"}}"##,
        3, "button.primary.primary",
        "refers to itself: button.primary.primary → button.primary.secondary → button.primary.primary"
      ),
      (
        ##""primary": {"$type": "color","## + "\n"
          + ##""primary": {"$value": "{button.danger.primray}"}},"## + "\n"
          + ##""danger": {"$type": "color", "primary": {"$value": "#FF0000"}}"##,
        4, "button.primary.primary",
        "'button.danger.primray' does not exist; did you mean 'button.danger.primary'?"
      ),
      (
        ##""primary": {"$type": "color", "primary": {"$value": "#00F0"}}"##, 3,
        "button.primary.primary", "'#00F0' is not a colour: write #RRGGBB, #RRGGBBAA or #RGB"
      ),
    ])
    func aThemeThatIsWrongLeavesTheOldOneAndSaysWhy(
      tokens: String, line: Int, path: String, message: String
    ) throws {
      let (daemon, files, watcher, first) = try start()
      files.theme(tokens)
      // What else has changed is not taken either.
      files.define("pay: {style: plain}")
      let client = try daemon.connect()
      let error = try #require(throws: TestClient.Refused.self) { try client.call("server.reload") }
      #expect(error.code == -32011)
      #expect(error.reason == "invalidConfiguration")
      #expect(error.path == path)
      let text = try #require(error.error["message"]?.string)
      let file = files.folder.file("themes/shop.tokens.json")
      #expect(text.contains(" \(file):\(line):"), "\(text)")
      #expect(text.contains(": \(path): \(message)"), "\(text)")
      try daemon.waitForLog("\(path): \(message)")
      #expect(try watcher.notificationsSoFar() == [])
      let now = try client.call("buttons.get", #"{"match":"pay"}"#)
      #expect(now.record("pay")?["appearance"] == first.record("pay")?["appearance"])
      // And when it is mended, it is taken.
      files.define(Self.definitions)
      files.theme(Self.type("primary", "#00FF00"))
      try client.call("server.reload")
      #expect(try watcher.nextFrame().ids == ["delete", "pay", "wide"])
    }

    /// The style has five seconds to answer for another display, however busy the machine is.
    @Test func aColorHasAnotherValueOnADarkDisplay() throws {
      let (daemon, _) = try Shared.daemon(
        configuredBy: "theme: shop\nframe: {deadline: 5s}", buttons: "pay: {style: themed/button}",
        theme: ##"""
          "primary": {"$type": "color", "primary": {
            "$value": "#0000FF", "$extensions": {"buttond": {"dark": "#8888FF"}}}}
          """##)
      try daemon.connect().call("sync")
      let (_, light) = try daemon.watch("pay")
      let (_, dark) = try daemon.watch("pay", #","traits":{"userInterfaceStyle":"dark"}"#)
      #expect(background(light.record("pay")) == "#0000FFFF")
      #expect(background(dark.record("pay")) == "#8888FFFF")
    }

    @Test func themeTokensAreNoState() throws {
      let (daemon, _, _, _) = try start()
      let state = try daemon.connect().call("state.get")
      #expect(state["values"]?.text == "{}")
    }
  }
}
