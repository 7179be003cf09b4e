import Glibc
import PluginTools
import TestSupport
import Testing

/// What the check says of a manifest and of the files beside it.
@Suite(.blocking) struct ManifestItemTests {
  private func findings(_ folder: CheckedFolder) throws -> [CheckFinding] {
    try #require(folder.check(only: ["manifest"])["manifest"]).findings
  }

  @Test func aMissingLicenseIsFound() throws {
    let folder = try CheckedFolder(manifest: CheckedFolder.manifest(license: ""))
    let findings = try findings(folder)
    #expect(findings.map(\.status) == [.warning])
    #expect(findings.first?.place?.path == "license")
  }

  @Test(arguments: [("Plugin.c", true), ("Sources/Look/Look.swift", true), ("tests/look.c", false)])
  func aLibraryOlderThanItsSourceIsFound(_ source: String, _ counts: Bool) throws {
    let folder = try CheckedFolder()
    var path = folder.path
    for part in source.split(separator: "/").dropLast() {
      path += "/\(part)"
      try Folder.make(path)
    }
    folder.write("", to: source)
    #expect(try change(folder, source, secondsAfterTheBuild: -1) == [])
    #expect(
      try change(folder, source, secondsAfterTheBuild: 1)
        == (counts ? ["\(source) was saved after the library was built"] : []))
  }

  /// What is said once a source was saved so long after the library.
  private func change(
    _ folder: CheckedFolder, _ source: String, secondsAfterTheBuild seconds: Int
  ) throws -> [String] {
    for (file, time) in [("libPlugin.so", 1_000), (source, 1_000 + seconds)] {
      var times = [timespec](repeating: timespec(tv_sec: time, tv_nsec: 0), count: 2)
      #expect(utimensat(AT_FDCWD, "\(folder.path)/\(file)", &times, 0) == 0)
    }
    return try findings(folder).map(\.message)
  }
}
