import Glibc
import TestSupport

/// The packages of scripts/clients, installed in empty environments beside the installed layout.
struct InstalledClients: Sendable {
  /// The Python that has the package.
  let python: String
  /// The entry of the module.
  let module: String

  init() throws {
    let folder = try InstalledPrefix().path + "/../clients"
    let outcome = try Program.run(
      InstalledPrefix.tests + "/../scripts/clients",
      ["--output", folder + "/packages", "--install", folder], by: Deadline(seconds: 300))
    guard outcome.end == .exited(0) else { throw TestFailure("no packages: \(outcome.error)") }
    python = folder + "/python/bin/python"
    module = folder + "/node/node_modules/buttond/src/index.js"
  }

  /// The driver of the Swift library, beside the tests.
  static func driver() throws -> String {
    var name = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &name, name.count)
    guard count > 0 else { throw TestFailure("the tests do not know where they are") }
    let path = String(decoding: name[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "/" + path.split(separator: "/").dropLast().joined(separator: "/") + "/client-driver"
  }
}
