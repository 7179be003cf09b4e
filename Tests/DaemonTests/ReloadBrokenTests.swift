import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// New files of a plugin that are no good, in every way that comes to mind.
  @Suite(.sharing) struct ReloadBrokenTests {
    /// What is put in the place of a plugin that runs, and what is said of it.
    struct Broken: Sendable, CustomTestStringConvertible {
      let testDescription: String
      var resolve = TallyVersions.resolve(2)
      var create = ""
      var source: String?
      /// Changes to what a sound version's files are.
      var manifest: (@Sendable (String) -> String)?
      /// How many bytes of the library are there.
      var libraryBytes: Int?
      let says: String
    }

    private static func table(_ head: String) -> String {
      """
      #include <buttond_plugin.h>
      static btn_status create(const btn_host_api *api, void **self) {
        (void)api, *self = 0;
        return BTN_OK;
      }
      static btn_status resolve(void *self, btn_key entry, btn_request *request) {
        (void)self, (void)entry, (void)request;
        return BTN_OK;
      }
      static const btn_plugin plugin = {\(head), create, 0, resolve, 0};
      const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
        (void)info;
        return &plugin;
      }
      """
    }

    static let all: [Broken] = [
      Broken(
        testDescription: "no symbol", source: "int nothing(void) { return 1; }\n",
        says: "exports no buttond_plugin_v1"),
      Broken(
        testDescription: "create fails", create: "return BTN_E_LIMIT;",
        says: "create failed with status -5"),
      Broken(
        testDescription: "dies in create", create: "abort();",
        says: "the worker was ended by SIGABRT"),
      Broken(
        testDescription: "dies on its first button", resolve: "abort();",
        says: "the worker was ended by SIGABRT"),
      Broken(
        testDescription: "hangs on its first button", resolve: "for (;;) {}",
        says: "no answer to a batch of 1 within"),
      Broken(
        testDescription: "fails on a button that worked",
        resolve: #"return host->fail(request, BTN_E_RANGE, "sold out", 8);"#, says: "sold out"),
      Broken(
        testDescription: "major 2", source: table(#"sizeof(btn_plugin), 2, 0, 0, "x", "1""#),
        says: "the table says ABI major 2, this host is 1"),
      Broken(
        testDescription: "minor 1", source: table(#"sizeof(btn_plugin), 1, 1, 0, "x", "1""#),
        says: "the plugin needs ABI minor 1, this host has 0"),
      Broken(
        testDescription: "a short table", source: table(#"24, 1, 0, 0, "x", "1""#),
        says: "the table has 24 bytes, 64 are needed"),
      Broken(
        testDescription: "another id",
        source: table(#"sizeof(btn_plugin), 1, 0, 0, "org.example.x", "1.0.0""#),
        says: #"the library's id is "org.example.x", the manifest's "org.example.tally""#),
      Broken(
        testDescription: "another version",
        source: table(#"sizeof(btn_plugin), 1, 0, 0, "org.example.tally", "2.0.0""#),
        says: #"the library's version is "2.0.0", the manifest's "1.0.0""#),
      Broken(
        testDescription: "half a library", libraryBytes: 6_000,
        says: "the worker was ended by SIGBUS: the library seems to be cut short"),
      Broken(testDescription: "an empty library", libraryBytes: 0, says: "file too short"),
      Broken(
        testDescription: "a manifest that is none", manifest: { _ in "{" },
        says: "is not valid JSON"),
      Broken(
        testDescription: "a manifest of another plugin",
        manifest: { $0.replacing("org.example.tally", with: "org.example.other") },
        says: "id: was org.example.tally and is org.example.other now"),
      Broken(
        testDescription: "a manifest for another ABI, which runs nothing",
        source: """
          #include <stdlib.h>
          __attribute__((constructor)) static void run(void) { abort(); }
          """,
        manifest: { $0.replacing(#""major": 1"#, with: #""major": 2"#) },
        says: "abi: the plugin needs ABI 2.0, this daemon offers 1.0"),
      Broken(
        testDescription: "a manifest with a hash that the library has not",
        manifest: {
          let hash = String(repeating: "00", count: 32)
          return $0.replacing(
            #""fallback""#,
            with:
              #""sha256": {"linux-x86_64": "\#(hash)", "linux-aarch64": "\#(hash)"}, "fallback""#
          )
        }, says: "its SHA-256 is"),
    ]

    /// Those after which the plugin is mended, which takes another worker; all in the long tests.
    private static let mended: Set<String> = {
      var seed = Seed(for: "ReloadBrokenTests")
      return Set(
        all.shuffled(using: &seed).prefix(scaled(all.count, few: 4)).map(\.testDescription))
    }()

    @Test(arguments: all)
    func itLeavesTheOldInForceAndEverybodyIsToldWhy(broken: Broken) throws {
      let tally = try Shared.one("tally") { try TallyVersions(2) }
      if let source = broken.source {
        try tally.build("broken", source: source)
      } else {
        try tally.build("broken", broken.resolve, create: broken.create)
      }
      let daemon = try Shared.one("daemon") {
        let daemon = try DaemonProcess(
          tally.shelf.arguments,
          environment: ["BUTTOND_PLUGIN_FIGURES": "settleTimeMs=60000,firstBatchFactor=1"])
        try daemon.waitForPlugins()
        return daemon
      }
      try daemon.clear()
      let client = try daemon.connect()
      daemon.forgetLog()
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"t","style":"tally/look"}],"wait":"published"}"#)
      let (watcher, _) = try daemon.watch("*")
      let worker = try daemon.worker(of: "tally")
      try client.call("plugins.subscribe")
      let before = try listing(client)

      let version = try client.record("t").title ?? ""
      let path = tally.shelf.path("tally", "plugin.json")
      let sound = try ProcessFile.text(path)
      var bytes = try tally.bytes("broken")
      if let count = broken.libraryBytes { bytes = Array(bytes.prefix(count)) }
      if let manifest = broken.manifest {
        try tally.shelf.overwrite("tally", "plugin.json", with: manifest(sound))
      }
      try tally.place(bytes)
      let refusal = try daemon.connect().refusal(of: "plugins.reload", #"{"name":"tally"}"#)
      #expect(refusal.reason == "pluginUnavailable")
      #expect("\(refusal)".contains(broken.says.replacing("\"", with: "\\\"")), "\(refusal)")

      var told: JSONTree?
      while told?["lastError"]?.string?.contains(broken.says) != true {
        told = try client.nextNotification("plugin.changed")["plugin"]
      }
      #expect(told?["state"]?.string == "running")
      #expect(told?["lastError"]?.string?.hasPrefix("not reloaded: ") == true)
      #expect(daemon.log.contains("not reloaded, the version in force stays: "))
      #expect(daemon.log.contains(broken.says))

      let after = try listing(try daemon.connect())
      #expect(after["pid"]?.int == Int(worker))
      #expect(after["hash"] == before["hash"])
      #expect(after["version"]?.string == "1.0.0")
      #expect(after["deaths"]?.int == 0, "the one in force did nothing wrong")
      try client.call("state.set", #"{"values":{"shop.count":"5"}}"#)
      let frames = try watcher.frames(until: "\(version)5", of: "t")
      #expect(frames.count == 1, "nobody has seen anything of it")
      #expect(frames.last?.record("t")?["status"] == nil)

      // And it is no obstacle to what mends it.
      try tally.shelf.overwrite("tally", "plugin.json", with: sound)
      guard Self.mended.contains(broken.testDescription) else { return }
      let other = version == "v1 " ? "v2" : "v1"
      try tally.place(other)
      try client.call("plugins.reload", #"{"name":"tally"}"#)
      _ = try watcher.frames(until: "\(other) 5", of: "t")
    }

    private func listing(_ client: TestClient) throws -> JSONTree {
      let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
      guard let plugin = plugins.first(where: { $0["name"]?.string == "tally" }) else {
        throw TestFailure("the plugin is not there")
      }
      return plugin
    }
  }
}
