import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What a daemon does that was started with a configuration.
  @Suite struct ConfigurationTests {
    @Test func buttonsFromFilesAreThereBeforeAnybodyConnects() throws {
      let files = try ConfiguredFolder("buttons: {c: {style: plain}}")
      files.define("a: {style: gray}\nb: {style: plain, isEnabled: {state: open}}")
      let daemon = try DaemonProcess(files.arguments)
      #expect(try daemon.watch("*").1.ids == ["a", "b", "c"])
    }

    @Test func aButtonWhosePluginIsMissingSaysSo() throws {
      let files = try ConfiguredFolder()
      files.define(
        """
        lost: {style: nowhere/look, configuration: {title: Lost}}
        wrong: {style: pill/pil}
        badly: {style: press/scale, parameters: {scaleAmout: 1}}
        fine: {style: pill/pill}
        """)
      let daemon = try DaemonProcess(files.arguments, plugins: [.pill, .press])
      try daemon.waitForPlugins()
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

    @Test func theSocketLogPluginsAndTraitsAreThoseOfTheFile() throws {
      let files = try ConfiguredFolder(
        """
        socket: run.sock
        logging: {level: debug, format: json}
        plugins: {disabled: [pill]}
        traits: {userInterfaceStyle: dark}
        buttons:
          a: {style: filled}
        """)
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
      let record = try client.call("buttons.get", #"{"match":"a"}"#).record("a")
      #expect(record?["appearance"]?["backgroundColor"]?.string == "#0A84FFFF")
      program.kill(SIGTERM)
      #expect(try program.waitForEnd() == .exited(0), "\(program.log)")
      #expect(program.log.contains(#""message":"stopping""#))
    }

    @Test func theCommandLineGoesBeforeTheFile() throws {
      let files = try ConfiguredFolder("socket: run.sock\nlogging: {level: trace, format: json}")
      let daemon = try DaemonProcess(
        files.arguments + ["--log-level", "error", "--log-format", "text"])
      #expect(access(files.folder.file("run.sock"), F_OK) != 0)
      try daemon.connect().call("server.reload")
      #expect(try daemon.stop().end == .exited(0))
      #expect(daemon.log == "")
    }

    @Test func figuresOfSupervisionAreThoseOfTheFile() throws {
      let files = try ConfiguredFolder(
        "plugins: {limits: {startsAtOnce: 1, intensity: 1, backoffMs: 1, probeIntervalMs: 86400000}}"
      )
      let daemon = try DaemonProcess(files.arguments, plugins: [.pill])
      try daemon.waitForPlugins()
      let first = try daemon.worker(of: "pill")
      kill(first, SIGKILL)
      try daemon.wait(forPlugin: "pill") {
        $0["state"]?.string == "running" && $0["pid"]?.int != Int(first)
      }
      kill(try daemon.worker(of: "pill"), SIGKILL)
      try daemon.wait(forPlugin: "pill") { $0["state"]?.string == "quarantined" }
    }

    @Test func aConfigurationThatIsWrongEndsTheStartWith78() throws {
      let files = try ConfiguredFolder("limits: {keis: 5}\ntheme: nope")
      let result = try Program.run(
        InstalledPrefix().daemon,
        ["--ephemeral", "--socket", files.folder.file("b.sock")] + files.arguments)
      #expect(result.end == .exited(78))
      #expect(result.output == "")
      #expect(
        result.error == """
          \(files.path):1:10: limits.keis: 'keis' is not known here; did you mean 'keys'?
          \(files.path):2:1: theme: there is no theme 'nope' (NAME.tokens.json) in the folders of themes

          """)
      #expect(access(files.folder.file("b.sock"), F_OK) != 0)
    }

    @Test func aCheckSaysWhatIsWrongAndEnds() throws {
      let daemon = try InstalledPrefix().daemon
      let files = try ConfiguredFolder("theme: shop")
      files.theme("")
      files.define("a: {style: plain}\nb: {style: nowhere/look}")
      let fine = try Program.run(daemon, ["--check"] + files.arguments)
      #expect(fine.end == .exited(0))
      #expect(fine.output == "\(files.path) is in order: 2 buttons, theme shop\n")
      let lines = fine.error.split(separator: "\n")
      #expect(
        lines.last
          == "warning: \(files.folder.file("buttons.d/shop.yaml")):2:1: b: no plugin 'nowhere' is installed"
      )
      #expect(
        lines.contains {
          $0.contains("button.size.large") && $0.hasSuffix("; the built-in theme's values are used")
        })

      // A theme that no button shows cannot stop a daemon.
      files.folder.write("{", to: "themes/other.tokens.json")
      let warned = try Program.run(daemon, ["--check"] + files.arguments)
      #expect(warned.end == .exited(0))
      #expect(
        warned.error.contains("themes/other.tokens.json:1:2: ")
          && warned.error.contains("(this theme is not in force)"), "\(warned.error)")
      files.define("a: {style: plane}")
      let wrong = try Program.run(daemon, ["--check"] + files.arguments)
      #expect(wrong.end == .exited(78))
      #expect(wrong.output == "")
      #expect(wrong.error.contains("there is no system style 'plane'; did you mean 'plain'?"))

      #expect(try Program.run(daemon, ["--check"]).end == .exited(0))
      #expect(try Program.run(daemon, ["--check", "--config", "/nowhere"]).end == .exited(78))
      #expect(try Program.run(daemon, ["--check", "--config"]).end == .exited(64))
    }

    @Test func whatShipsIsInOrder() throws {
      let prefix = try InstalledPrefix()
      let example = "\(prefix.path)/share/buttond/buttond.yaml"
      let result = try Program.run(prefix.daemon, ["--check", "--config", example])
      #expect(result.end == .exited(0))
      #expect(result.error == "")
      #expect(result.output == "\(example) is in order: 0 buttons, theme default\n")
    }
  }
}
