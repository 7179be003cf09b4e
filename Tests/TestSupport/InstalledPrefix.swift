import FoundationEssentials
import Glibc

/// The installed layout that process tests run against.
package struct InstalledPrefix: Sendable {
  /// The folder that holds `bin`, `lib` and so on.
  package let path: String

  /// The layout that `BUTTOND_TEST_PREFIX` names.
  package init() throws {
    guard let value = getenv("BUTTOND_TEST_PREFIX"), value.pointee != 0 else {
      throw TestFailure(
        "BUTTOND_TEST_PREFIX is not set: run scripts/test, or scripts/install --prefix DIR"
          + " --debug and set BUTTOND_TEST_PREFIX=DIR")
    }
    path = String(cString: value)
    guard access(daemon, X_OK) == 0 else {
      throw TestFailure(
        "\(daemon) is missing: BUTTOND_TEST_PREFIX must name what scripts/install --prefix"
          + " made")
    }
  }

  /// The layout in a folder.
  init(at path: String) { self.path = path }

  /// The same programs in a folder of a test's own, without plugins.
  package func copy(in folder: TemporaryFolder) throws -> InstalledPrefix {
    let files = FileManager.default
    let copy = folder.file("prefix")
    for part in ["bin", "libexec/buttond", "lib/buttond"] {
      try files.createDirectory(atPath: "\(copy)/\(part)", withIntermediateDirectories: true)
    }
    for program in [
      "bin/buttond", "libexec/buttond/buttond-worker", "libexec/buttond/buttond-runner",
    ] {
      try InstalledPrefix.copyProgram("\(path)/\(program)", to: "\(copy)/\(program)")
    }
    try files.createSymbolicLink(
      atPath: "\(copy)/lib/buttond/runtime",
      withDestinationPath: "\(path)/lib/buttond/runtime")
    return InstalledPrefix(at: copy)
  }

  /// The same for authors of plugins, too: buttonctl, the header, the templates and ButtondKit.
  package func copyForAuthors(in folder: TemporaryFolder) throws -> InstalledPrefix {
    let copy = try copy(in: folder)
    let files = FileManager.default
    try InstalledPrefix.copyProgram(client, to: copy.client)
    try Folder.make("\(copy.path)/lib/buttond/plugins")
    for part in ["include", "share", "lib/pkgconfig"] {
      try files.createSymbolicLink(
        atPath: "\(copy.path)/\(part)", withDestinationPath: "\(path)/\(part)")
    }
    return copy
  }

  /// Copies from another process: one that a test starts meanwhile would inherit the open file, and
  /// nobody could run the copy for as long.
  private static func copyProgram(_ source: String, to target: String) throws {
    let done = try Program.run("/bin/cp", ["--", source, target])
    guard done.end == .exited(0) else {
      throw TestFailure("\(source) was not copied: \(done.error)")
    }
  }

  /// The folder of the tests' sources.
  package static var tests: String {
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  }

  /// The daemon's program.
  package var daemon: String { "\(path)/bin/buttond" }

  /// The command line client.
  package var client: String { "\(path)/bin/buttonctl" }

  /// The folder with the header that plugin authors build against.
  package var headers: String { "\(path)/include/buttond" }
}
