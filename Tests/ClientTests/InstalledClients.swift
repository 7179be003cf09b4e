import Glibc
import TestSupport

/// The packages of scripts/package clients, installed in empty environments; made again when the clients, or the
/// languages that they are for, have changed.
struct InstalledClients: Sendable {
  /// The Python that has the package.
  let python: String
  /// The entry of the module.
  let module: String

  init() throws {
    let root = InstalledPrefix.tests + "/.."
    var digest = Digest()
    for program in ["python3", "node"] { digest.add(try Compilation.version(of: program)) }
    for part in ["python", "node"] { try digest.add(folder: "\(root)/clients/\(part)") }
    digest.add(try FileBytes.read("\(root)/scripts/package.d/clients"))
    let folder = try Compilation.kept(under: digest.text) { new in
      let outcome = try Program.run(
        "\(root)/scripts/package.d/clients", ["--output", new + "/packages", "--install", new],
        by: Deadline(seconds: 300))
      guard outcome.end == .exited(0) else { throw TestFailure("no packages: \(outcome.error)") }
    }
    python = folder + "/python/bin/python"
    module = folder + "/node/node_modules/buttond/src/index.js"
  }
}
