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

  /// The daemon's program.
  package var daemon: String { "\(path)/bin/buttond" }

  /// The folder with the header that plugin authors build against.
  package var headers: String { "\(path)/include/buttond" }
}
