import Glibc
import TestSupport
import Testing

extension DaemonTests {
  @Suite struct CommandLineTests {
    @Test func misuseEndsWith64AndSaysWhat() throws {
      let result = try Program.run(InstalledPrefix().daemon, ["superfluous"])
      #expect(result.end == .exited(64))
      #expect(result.output == "")
      #expect(result.error.contains("superfluous"))
    }

    @Test(arguments: [["--socket=", "--ephemeral"], ["--ephemeral="], ["--state", ""]])
    func anEmptyValueIsNoneAndTakesNoOtherOption(arguments: [String]) throws {
      #expect(try Program.run(InstalledPrefix().daemon, arguments).end == .exited(64))
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
      let hello = try Shared.bareDaemon().connect().call("hello", #"{"client":"test"}"#)
      #expect(hello["durability"]?.string == "none", "an ephemeral daemon keeps nothing")
      let prefix = try InstalledPrefix()
      for program in [
        prefix.daemon, prefix.client, "\(prefix.path)/bin/buttond-gateway",
        "\(prefix.path)/bin/buttond-mqtt", "\(prefix.path)/bin/buttond-surface",
        "\(prefix.path)/libexec/buttond/buttond-raster",
      ] {
        let version = try Program.run(program, ["--version"], environment: environment)
        #expect(version.end == .exited(0), "\(program): \(version.error)")
        #expect(version.output == "\(hello["version"]?.string ?? "")\n", "\(program)")
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

    @Test func whatIsWrongWithPluginsIsLoggedAndTheRestWorks() throws {
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
      let hostile = "/nonexistent/\u{202E}\u{1B}[2J\u{9B}\u{2028}\u{FEFF}"
      let folders = ["--plugins", folder.path, "--plugins", hostile]
      let daemon = try DaemonProcess(
        folders + ["--log-format", "json", "--log-level", "trace"], plugins: [.pill])
      try daemon.waitForPlugins()
      let text = try DaemonProcess(folders)
      #expect(try daemon.stop().end == .exited(0))
      let lines = try daemon.log.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
      #expect(lines.allSatisfy { $0["time"]?.string != nil && $0["message"]?.string != nil })
      for name in broken.keys + ["nothing"] {
        let line = lines.first { $0["folder"]?.string == folder.file(name) }
        #expect(line?["level"]?.string == "error", "\(name)")
        #expect(
          line?["message"]?.string?.contains(folder.file("\(name)/plugin.json")) == true, "\(name)")
      }
      #expect(daemon.log.contains("No such file or directory"))
      // Nothing from outside turns the log round.
      for (log, written) in [(daemon.log, "\\u202e"), (text.log, "\\u{202e}")] {
        #expect(log.contains(written))
        let found = log.unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          case .control: scalar != "\n"
          case .format, .lineSeparator, .paragraphSeparator: true
          default: false
          }
        }
        #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
      }
    }
  }
}
