import Glibc
import TestSupport
import Testing

extension DaemonTests {
  @Suite struct CommandLineTests {
    @Test(
      arguments: [
        ["--no-such-option"], ["--socket"], ["--plugins"], ["--log-level", "loud"],
        ["--log-format", "xml"], ["superfluous"],
      ])
    func misuseEndsWith64AndSaysWhat(arguments: [String]) throws {
      let result = try Program.run(InstalledPrefix().daemon, arguments)
      #expect(result.end == .exited(64))
      #expect(result.output == "")
      #expect(result.error.contains(arguments.last ?? ""))
    }

    @Test(.enabled(if: Identity.isAvailable)) func aCheckMakesNoFolder() throws {
      let copy = TemporaryFolder()
      let prefix = try DaemonIdentity.nobody.prefix(copyingTo: copy)
      #expect(chmod(copy.path, 0o777) == 0)
      let environment = ["HOME": copy.path, "XDG_DATA_HOME": copy.file("data")]
      let command = DaemonIdentity.nobody.command(prefix.daemon, ["--check"])
      let done = try Program.run(command.path, command.arguments, environment: environment)
      #expect(done.end == .exited(0), "\(done.error)")
      #expect(access(copy.file("data"), F_OK) != 0)
    }

    @Test func aPatternOfKeysIsRefusedWithTheOptionThatIsMeant() throws {
      let result = try Program.run(InstalledPrefix().client, ["state", "get", "queue.*"])
      #expect(result.end == .exited(64))
      #expect(result.error.contains("for all keys below it: --under queue"), "\(result.error)")
    }

    @Test func aLibraryThatSetsTheEnvironmentLeavesTheArguments() throws {
      let folder = TemporaryFolder()
      // Swift's library looks for the arguments before main, while it reads a file.
      folder.write(
        """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdio.h>
        #include <stdlib.h>

        __attribute__((constructor)) static void early(void) { setenv("EARLY", "1", 1); }

        FILE *fopen(const char *path, const char *mode) {
          FILE *(*next)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
          setenv("EARLY", "1", 1);
          return next(path, mode);
        }
        """, to: "early.c")
      let built = try Program.run(
        "cc", ["-shared", "-fPIC", "-o", folder.file("early.so"), folder.file("early.c"), "-ldl"])
      #expect(built.end == .exited(0), "\(built.error)")
      let environment = [
        "LD_PRELOAD": folder.file("early.so"), "BUTTOND_SOCKET": folder.file("socket"),
        "XDG_STATE_HOME": folder.path,
      ]
      let prefix = try InstalledPrefix()
      for program in [
        prefix.daemon, prefix.client, "\(prefix.path)/bin/buttond-gateway",
        "\(prefix.path)/bin/buttond-mqtt",
      ] {
        let plain = try Program.run(program, ["--version"])
        let version = try Program.run(program, ["--version"], environment: environment)
        #expect(version.end == .exited(0), "\(program): \(version.error)")
        #expect(version.output == plain.output && !plain.output.isEmpty, "\(program)")
      }
    }

    @Test func anEmptyArgumentVectorIsRefused() throws {
      let folder = TemporaryFolder()
      folder.write(
        """
        #include <unistd.h>
        int main(int count, char **words) {
          char *none[] = {0}, *environment[] = {words[2], 0};
          return count == 3 ? execve(words[1], none, environment) : 0;
        }
        """, to: "run.c")
      let built = try Program.run("cc", ["-o", folder.file("run"), folder.file("run.c")])
      #expect(built.end == .exited(0), "\(built.error)")
      let result = try Program.run(
        folder.file("run"), [InstalledPrefix().daemon, "BUTTOND_SOCKET=\(folder.file("socket"))"])
      #expect(result.end == .exited(64))
      #expect(result.error.contains("argument vector"))
    }

    @Test func itTellsItsVersion() throws {
      let result = try Program.run(InstalledPrefix().daemon, ["--version"])
      #expect(result.end == .exited(0))
      let daemon = try DaemonProcess()
      let hello = try daemon.connect().call("hello", #"{"client":"test"}"#)
      #expect(result.output == "\(try #require(hello["version"]?.string))\n")
    }

    @Test func aFolderOfPluginsThatIsNotThereIsLoggedAndTheRestWorks() throws {
      let daemon = try DaemonProcess(["--plugins", "/nonexistent/plugins"], plugins: [.pill])
      #expect(daemon.log.contains("/nonexistent/plugins"))
      #expect(daemon.log.contains("No such file or directory"))
      try daemon.waitForPlugins()
    }

    @Test(arguments: ["text", "json"]) func nothingFromOutsideTurnsTheLogRound(format: String)
      throws
    {
      let hostile = "/nonexistent/\u{202E}\u{1B}[2J\u{9B}\u{2028}\u{FEFF}"
      let daemon = try DaemonProcess(["--plugins", hostile, "--log-format", format])
      #expect(daemon.log.contains(format == "json" ? "\\u202e" : "\\u{202e}"))
      let found = daemon.log.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      }
      #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
    }

    @Test func aBrokenManifestIsLoggedWithFileAndReasonAndTheRestWorks() throws {
      let folder = TemporaryFolder()
      let broken = [
        "cut": #"{"schemaVersion": 1,"#, "empty": "{}", "array": "[]",
        "name": #"{"schemaVersion": 1, "id": 7}"#,
      ]
      for (name, text) in broken {
        try Folder.make(folder.file(name))
        folder.write(text, to: "\(name)/plugin.json")
      }
      try Folder.make(folder.file("nothing"))
      let daemon = try DaemonProcess(
        ["--plugins", folder.path, "--log-format", "json"], plugins: [.pill])
      let lines = try daemon.log.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
      for name in broken.keys + ["nothing"] {
        let line = lines.first { $0["folder"]?.string == folder.file(name) }
        #expect(line?["level"]?.string == "error", "\(name)")
        #expect(
          line?["message"]?.string?.contains(folder.file("\(name)/plugin.json")) == true, "\(name)")
      }
      try daemon.waitForPlugins()
    }

    @Test func everyLineOfAJSONLogIsAnObject() throws {
      let daemon = try DaemonProcess(
        ["--log-format", "json", "--log-level", "trace"], plugins: [.pill])
      try daemon.waitForPlugins()
      #expect(try daemon.stop().end == .exited(0))
      for line in daemon.log.split(separator: "\n") {
        let entry = try JSONTree(parsing: String(line))
        #expect(entry["time"]?.string != nil && entry["message"]?.string != nil, "\(line)")
      }
    }
  }
}
