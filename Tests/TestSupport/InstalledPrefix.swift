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

  /// The same layout in a folder of a test's own, without plugins, for authors of some.
  package func copyForAuthors(
    in folder: TemporaryFolder, named name: String = "prefix"
  ) throws -> InstalledPrefix {
    let files = FileManager.default
    let copy = folder.file(name)
    for part in ["bin", "libexec/buttond", "lib/buttond"] {
      try files.createDirectory(atPath: "\(copy)/\(part)", withIntermediateDirectories: true)
    }
    for program in [
      "bin/buttond", "bin/buttonctl", "libexec/buttond/buttond-worker",
      "libexec/buttond/buttond-runner",
    ] {
      try InstalledPrefix.copy("\(path)/\(program)", to: "\(copy)/\(program)")
    }
    try Folder.make("\(copy)/lib/buttond/plugins")
    for part in ["include", "share", "lib/pkgconfig", "lib/buttond/runtime"] {
      try files.createSymbolicLink(
        atPath: "\(copy)/\(part)", withDestinationPath: "\(path)/\(part)")
    }
    return InstalledPrefix(at: copy)
  }

  /// Copies a program, or a folder with programs, from another process: a process that a test starts
  /// meanwhile would inherit the file that is written to, and as long as it has that, the copy cannot
  /// be run.
  static func copy(_ source: String, to target: String) throws {
    let done = try Program.run("/bin/cp", ["-a", "--", source, target])
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
