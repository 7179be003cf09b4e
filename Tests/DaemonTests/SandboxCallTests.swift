import Glibc
import PluginHost
import TestSupport
import Testing

/// Every system call of a hostile plugin, in the sandbox alone: what it does is done by children of one
/// program, as root and as nobody. The matrix of hostile plugins has some of them in a daemon.
@Suite(.blocking) struct SandboxCallTests {
  /// One case: a function of its own file.
  private static func source(_ hostile: HostileCase, _ index: Int) -> String {
    let places = [
      ("%SOCKET%", "/nowhere/b.sock"), ("%ID%", "villain"), ("%LIBRARY%", "/nowhere/l.so"),
    ]
    let deed = "\(hostile.declarations)\nint deed_\(index)(void) {\n\(hostile.code)"
    let text = places.reduce(deed) { $0.replacing($1.0, with: $1.1) }
    return """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      \(text)
      return 0;
      }
      """
  }

  /// Each case in a child, whose end is printed: its exit code, and the call.
  private static func main(_ cases: [HostileCase]) -> String {
    let deeds = cases.indices.map { "int deed_\($0)(void);" }.joined(separator: "\n")
    let rows = cases.enumerated().map { "{deed_\($0), \($1.place == .resolve ? 1 : 0)}" }
    return """
      #include "CSandbox.h"
      #include <stdio.h>
      #include <stdlib.h>
      #include <sys/mman.h>
      #include <sys/wait.h>
      #include <unistd.h>
      \(deeds)
      static struct { int (*deed)(void); int is_running; } all[] = {\(rows.joined(separator: ", "))};

      int main(int count, char **words) {
        int flags = MAP_SHARED | MAP_ANONYMOUS;
        volatile int *call = mmap(NULL, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
        for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
          *call = -1;
          pid_t child = fork();
          if (child == 0) {
            csandbox_options options = {words[count - 1], NULL, 1ull << 30, 0};
            csandbox_report report = {0};
            csandbox_set_trap_page(call, NULL, 0);
            csandbox_enter_loading(&options, &report);
            if (!all[i].is_running) all[i].deed();
            csandbox_enter_running(&options, &report);
            if (all[i].is_running) all[i].deed();
            _exit(0);
          }
          int status = 0;
          waitpid(child, &status, 0);
          printf("%d %d\\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), *call);
        }
        return 0;
      }
      """
  }

  @Test(
    .disabled(if: Sanitizer.isThere, "a sanitizer makes calls of its own around these"),
    arguments: DaemonIdentity.available)
  func everyCallThatAPluginNeedsNotEndsIt(identity: DaemonIdentity) throws {
    let cases = HostileCase.calls + HostileCase.startingCalls
    let sources = InstalledPrefix.tests + "/../Sources/CSandbox"
    let files = try Folder.names(in: sources).filter { $0.hasSuffix(".c") }.map {
      "\(sources)/\($0)"
    }
    let included = files + ["Filter.h", "Stages.h", "Trap.h"].map { "\(sources)/\($0)" }
    let built = Compilation(
      ["cc", "-O1", "-w"],
      [("main.c", Self.main(cases))]
        + cases.enumerated().map { ("deed_\($0).c", Self.source($1, $0)) },
      headers: ["\(sources)/include"], included: included, linking: files + ["-lpthread"])
    let folder = TemporaryFolder()
    chmod(folder.path, 0o755)
    let program = folder.file("deeds")
    try built.copy(to: program)
    let command = identity.command(program, [folder.path])
    let done = try Program.run(command.path, command.arguments)
    #expect(done.end == .exited(0), "\(done.error)")
    let lines = done.output.split(separator: "\n")
    try #require(lines.count == cases.count)
    for (line, hostile) in zip(lines, cases) {
      let words = line.split(separator: " ").compactMap { Int32($0) }
      if hostile.outcome == .harmless {
        #expect(words[0] == 0, "\(hostile.name): \(line)")
      } else {
        #expect(words[0] == 80, "\(hostile.name): \(line)")
        #expect(
          "\(TrappedCall(number: words[1]))".hasPrefix(hostile.report), "\(hostile.name): \(line)")
      }
    }
  }
}
