import TestSupport

/// The five plugins of `docs/examples/styles` as an author builds them: in a folder outside of the
/// repository, by one `make`, against the installed ButtondKit and nothing else.
final class ExampleStyles {
  private let folder = TemporaryFolder()

  /// The folder of their folders.
  var path: String { folder.file("styles/plugins") }

  /// Their names, which are those of their folders.
  static let names = ["outline", "defaults", "press", "checkout", "themed"]

  /// Builds them, which takes a minute the first time.
  init() throws {
    let prefix = try InstalledPrefix()
    let script = """
      cp -R "\(Products.source("docs/examples/styles"))" styles
      cd styles
      rm -rf .build plugins/*/*.so
      for name in Outline Defaults Press Checkout Themed; do
        "\(prefix.client)" plugin constants plugins/$(echo $name | tr A-Z a-z) --language swift |
          diff - Sources/$name/Manifest.swift >&2
      done
      make
      """
    let done = try Program.run(
      "/bin/sh", ["-ec", "cd \(folder.path)\n\(script)"],
      environment: Compilation.packages().merging(
        ["BUTTOND_KIT": "\(prefix.path)/share/buttond/ButtondKit"]) { $1 },
      by: Deadline(seconds: 500))
    guard done.end == .exited(0) else {
      throw TestFailure("docs/examples/styles: make failed:\n\(done.output)\n\(done.error)")
    }
  }
}
