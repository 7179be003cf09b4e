import Glibc
import TestSupport

/// The five plugins of `docs/examples/styles` as an author builds them: in a folder outside of the
/// repository, by one `make`, against the installed ButtondKit and nothing else. They are built again when
/// one of these has changed.
struct ExampleStyles {
  /// The folder of their folders.
  let path: String

  /// Their names, which are those of their folders.
  static let names = ["outline", "defaults", "press", "checkout", "themed"]

  /// Builds them, which takes a minute the first time.
  init() throws {
    let prefix = try InstalledPrefix()
    let kit = "\(prefix.path)/share/buttond/ButtondKit"
    let styles = "\(InstalledPrefix.tests)/../docs/examples/styles"
    try ExampleStyles.run(
      """
      for name in Outline Defaults Press Checkout Themed; do
        "\(prefix.client)" plugin constants plugins/$(echo $name | tr A-Z a-z) --language swift |
          diff - Sources/$name/Manifest.swift >&2
      done
      """, in: styles)
    var digest = Digest()
    digest.add(try Compilation.version(of: "swift"))
    try digest.add(folder: kit)
    try digest.add(folder: styles)
    path = try Compilation.kept(under: digest.text) { new in
      let folder = TemporaryFolder()
      try ExampleStyles.run(
        """
        cp -R "\(styles)" "\(folder.path)/styles"
        cd "\(folder.path)/styles"
        rm -rf .build plugins/*/*.so
        make
        mv plugins "\(new)"
        """, in: "/", environment: ["BUTTOND_KIT": kit])
    }
  }

  private static func run(
    _ script: String, in folder: String, environment: [String: String] = [:]
  ) throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    let done = try Program.run(
      "/bin/sh", ["-ec", "cd \"\(folder)\"\n\(script)"],
      environment: environment.merging([
        "PATH": path, "SWIFTPM_CUSTOM_BIN_DIR": "", "MAKEFLAGS": "", "BUTTOND_PREFIX": "",
      ]) { $1 }, by: Deadline(seconds: 500))
    guard done.end == .exited(0) else {
      throw TestFailure("docs/examples/styles: make failed:\n\(done.output)\n\(done.error)")
    }
  }
}
