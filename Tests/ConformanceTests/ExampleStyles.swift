import FoundationEssentials
import Glibc
import TestSupport

/// The five plugins of `docs/examples/styles` as an author builds them: in a folder outside of the
/// repository, by one `make`, against the installed ButtondKit and nothing else.
final class ExampleStyles {
  private let folder = TemporaryFolder()

  /// Their names, which are those of their folders.
  static let names = ["outline", "defaults", "press", "checkout", "themed"]

  /// Builds them, which takes a minute.
  init() throws {
    let prefix = try InstalledPrefix()
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    let script = """
      cp -R "\(InstalledPrefix.tests)/../docs/examples/styles" "\(folder.path)/styles"
      cd "\(folder.path)/styles"
      rm -rf .build plugins/*/*.so
      make
      diff -r Sources "\(InstalledPrefix.tests)/../docs/examples/styles/Sources" >&2
      """
    let done = try Program.run(
      "/bin/sh", ["-ec", script],
      environment: [
        "BUTTOND_KIT": "\(prefix.path)/share/buttond/ButtondKit", "PATH": path,
        "SWIFTPM_CUSTOM_BIN_DIR": "", "MAKEFLAGS": "",
      ], by: Deadline(seconds: 500))
    guard done.end == .exited(0) else {
      throw TestFailure("docs/examples/styles: make failed:\n\(done.output)\n\(done.error)")
    }
  }

  /// The folder of their folders.
  var path: String { folder.file("styles/plugins") }
}
