import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A client of a release works with every later daemon: `Tests/Fixtures/releases` has the packages of each.
/// `BUTTOND_RECORD=1` writes those of this version.
@Suite(.blocking) struct KeptClientTests {
  private static let folder = Products.source("Tests/Fixtures/releases")
  private static let packages =
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".whl") || $0.hasSuffix(".tgz") }

  private static func write() throws {
    let built = TemporaryFolder()
    let outcome = try Program.run(
      Products.source("scripts/package.d/clients"), ["--output", built.path],
      by: Deadline(seconds: 300))
    #expect(outcome.end == .exited(0), "\(outcome.error)")
    for name in try FileManager.default.contentsOfDirectory(atPath: built.path) {
      let version = name.split(separator: "-")[1].replacing(".tgz", with: "")
      try Data(FileBytes.read(built.file(name)))
        .write(to: URL(filePath: "\(folder)/\(version)/\(name)"))
    }
  }

  @Test func thereIsAPackageForEachLanguage() throws {
    if getenv("BUTTOND_RECORD") != nil { try Self.write() }
    #expect(Set(Self.packages.map { $0.suffix(4) }) == [".whl", ".tgz"])
  }

  @Test(arguments: packages) func itDefinesAndFollowsAButtonAndHearsOfAPress(package: String) throws
  {
    let folder = TemporaryFolder()
    let path = "\(Self.folder)/\(package)"
    let daemon = try DaemonProcess()
    var environment = ["BUTTOND_SOCKET": daemon.socketPath]
    let command: [String]
    if package.hasSuffix(".whl") {
      environment["PYTHONPATH"] = path
      command = ["python3", Products.source("Tests/Clients/kept.py")]
    } else {
      let module = folder.file("node_modules/buttond")
      let script = folder.write(
        String(
          decoding: try FileBytes.read(Products.source("Tests/Clients/kept.mjs")), as: UTF8.self),
        to: "kept.mjs")
      let unpacked = try Program.run(
        "sh",
        ["-c", "mkdir -p '\(module)' && tar -C '\(module)' --strip-components=1 -xzf '\(path)'"])
      #expect(unpacked.end == .exited(0), "\(unpacked.error)")
      command = ["node", script]
    }
    let outcome = try Program.run(command[0], Array(command[1...]), environment: environment)
    #expect(outcome.end == .exited(0), "\(outcome.error)")
    #expect(outcome.output == "Cart 1\ncart open\nCart 2\n2\n")
  }
}
