import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// What a daemon does that was started with a configuration.
  @Suite struct ConfigurationTests {
    @Test func aButtonWhosePluginIsMissingSaysSo() throws {
      let (daemon, files) = try Shared.daemon(
        configuredBy: "",
        buttons: """
          lost: {style: nowhere/look, configuration: {title: Lost}}
          wrong: {style: pill/pil}
          badly: {style: press/scale, parameters: {scaleAmout: 1}}
          fine: {style: pill/pill}
          """)
      try daemon.connect().call("sync")
      let (_, first) = try daemon.watch("*")
      let status = first.record("lost")?["status"]
      #expect(status?["reason"]?.string == "pluginMissing")
      #expect(status?["fallback"] == .bool(true))
      #expect(status?["plugin"]?.string == "nowhere")
      #expect(first.record("lost")?["appearance"]?["title"]?.string == "Lost")
      #expect(first.record("wrong")?["status"]?["reason"]?.string == "pluginMissing")
      #expect(first.record("fine")?["status"] == nil)
      let file = files.folder.file("buttons.d/shop.yaml")
      for line in [
        "\(file):1:1: lost: no plugin 'nowhere' is installed",
        "\(file):2:1: wrong: there is no style 'pill/pil'; did you mean 'pill/pill'?",
        "\(file):3:1: badly: parameters.scaleAmout: neither the style nor the handler takes it; did"
          + " you mean",
      ] {
        #expect(daemon.log.contains(line), "\(line)")
      }
    }

    @Test func aStartTakesAllThatTheFileSays() throws {
      let files = try ConfiguredFolder(
        """
        socket: run.sock
        logging: {level: debug, format: json}
        plugins: {disabled: [pill]}
        traits: {userInterfaceStyle: dark}
        buttons:
          a: {style: filled}
        """)
      files.define("b: {style: plain, isEnabled: {state: open}}")
      let (prefix, links) = (try InstalledPrefix(), TemporaryFolder())
      let named = try Set<ShippedPlugin>([.pill]).arguments(from: prefix, in: links)
      let program = try Program(
        prefix.daemon, ["--ephemeral"] + named + files.arguments,
        environment: ["BUTTOND_SOCKET": ""])
      let socket = files.folder.file("run.sock")
      #expect(try program.nextLine() == "listening on \(socket)")
      let client = try TestClient(socket)
      let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
      let pill = plugins.first { $0["name"]?.string == "pill" }
      #expect(pill?["state"]?.string == "disabled")
      let shown = try client.call("buttons.get", #"{"match":"*"}"#)
      #expect(shown.ids == ["a", "b"])
      #expect(shown.record("a")?["appearance"]?["backgroundColor"]?.string == "#0A84FFFF")
      program.kill(SIGTERM)
      #expect(try program.waitForEnd() == .exited(0), "\(program.log)")
      #expect(program.log.contains(#""message":"stopping""#))
    }

    @Test func theCommandLineGoesBeforeTheFileAndADaemonStopsWhileItReads() throws {
      let files = try ConfiguredFolder("socket: run.sock\nlogging: {level: trace, format: json}")
      files.define(
        (0..<scaled(2_000)).map { "b\($0): {style: gray, configuration: {title: x}}\n" }.joined())
      let daemon = try DaemonProcess(
        files.arguments + ["--log-level", "error", "--log-format", "text"])
      #expect(access(files.folder.file("run.sock"), F_OK) != 0)
      try daemon.connect().call("server.reload")
      _ = try daemon.connect().request("server.reload")
      daemon.program.kill(SIGHUP)
      #expect(try daemon.stop().end == .exited(0))
      #expect(daemon.log == "")
    }

    @Test func definitionsThatDoNotFitBesideKeptOnesEndTheStartWith78() throws {
      let kept = try KeptState("{}")
      try kept.start().call(
        "buttons.define", #"{"buttons":[{"id":"a","style":"gray"},{"id":"b","style":"gray"}]}"#)
      try kept.stop()
      kept.folder.write("limits: {buttons: 2}\nbuttons: {n: {style: plain}}", to: "buttond.yaml")
      let (end, error) = try kept.failingStart(["--log-level", "error"])
      #expect(end == .exited(78))
      let words = "with those that clients have defined there would be more than 2 buttons\n"
      #expect(error.hasSuffix("limits.buttons: \(words)"), "\(error)")
    }

    @Test func aConfigurationThatIsWrongEndsTheStartWith78() throws {
      let files = try ConfiguredFolder("limits: {keis: 5}\ntheme: shop")
      files.theme(##""primary": {"$type": "color", "primary": {"$value": "blue"}}"##)
      let result = try Program.run(
        InstalledPrefix().daemon,
        ["--ephemeral", "--socket", files.folder.file("b.sock")] + files.arguments)
      #expect(result.end == .exited(78))
      #expect(result.output == "")
      #expect(
        result.error == """
          \(files.path):1:10: limits.keis: 'keis' is not known here; did you mean 'keys'?
          \(files.folder.file("themes/shop.tokens.json")):3:43: button.primary.primary: 'blue' is not a \
          colour: write #RRGGBB, #RRGGBBAA or #RGB

          """)
      #expect(access(files.folder.file("b.sock"), F_OK) != 0)
    }

    @Test func aCheckSaysWhatMayBeWrongAndEnds() throws {
      let daemon = try InstalledPrefix().daemon
      let files = try ConfiguredFolder("theme: shop")
      files.theme("")
      files.define("a: {style: plain}\nb: {style: nowhere/look}")
      // A theme that no button shows cannot stop a daemon.
      files.folder.write("{", to: "themes/other.tokens.json")
      let fine = try Program.run(daemon, ["--check"] + files.arguments)
      #expect(fine.end == .exited(0))
      #expect(
        fine.output == "\(files.path) is in order but for 3 warnings: 2 buttons, theme shop\n")
      let lines = fine.error.split(separator: "\n")
      #expect(
        lines.last
          == "warning: \(files.folder.file("buttons.d/shop.yaml")):2:1: b: no plugin 'nowhere' is installed"
      )
      #expect(
        lines.contains {
          $0.hasSuffix(" more; the built-in theme's values are used")
        })
      #expect(
        fine.error.contains("themes/other.tokens.json:1:2: ")
          && fine.error.contains("(this theme is not in force)"), "\(fine.error)")
    }
  }
}
