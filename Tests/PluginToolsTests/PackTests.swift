import Glibc
import PluginHost
import TestSupport
import Testing

@testable import PluginTools

struct PackTests {
  private func pack(_ folder: PluginFolder, to name: String = "a.buttond-plugin") throws -> [UInt8]
  {
    let output = TemporaryFolder()
    try PluginArchive.write(try PluginSource(folder.path), to: output.file(name))
    #expect(try Folder.names(in: output.path) == [name])
    return try bytes(output.file(name))
  }

  @Test func theSameFilesMakeTheSameBytes() throws {
    let (one, other) = (PluginFolder(), PluginFolder())
    var times = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 2_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, "\(other.path)/libwarm.so", &times, 0)
    chmod("\(other.path)/libwarm.so", 0o400)
    #expect(try pack(one) == pack(other))
  }

  @Test func theManifestKeepsItsTextAndGetsTheHash() throws {
    let folder = PluginFolder()
    let source = try PluginSource(folder.path)
    let text = String(decoding: source.manifestBytes, as: UTF8.self)
    let own = String(decoding: try bytes("\(folder.path)/plugin.json"), as: UTF8.self)
    let hash = ArchiveTests.Forged.hash(Array(PluginFolder.library.utf8))
    let body = own[..<(own.lastIndex(of: "]") ?? own.endIndex)]
    #expect(text == "\(body)],\n  \"sha256\": {\"linux\":\"\(hash)\"}\n}\n")
  }

  @Test func aHashThatIsRightStays() throws {
    let hash = ArchiveTests.Forged.hash(Array(PluginFolder.library.utf8))
    let folder = PluginFolder(more: #""sha256": "\#(hash)","#)
    let source = try PluginSource(folder.path)
    #expect(try bytes("\(folder.path)/plugin.json") == source.manifestBytes)
  }

  @Test func sourcesAndHiddenFilesAreNoResources() throws {
    let folder = PluginFolder(more: #""permissions": {"resources": true},"#)
    for name in [
      "warm.c", "Makefile", ".hidden", "Sources/Warm.swift", "tests/looks.txt",
      "old.buttond-plugin", "notes~", "images/dial.svg", "words.txt",
    ] {
      try folder.write("text", to: name)
    }
    symlink("/etc/passwd", "\(folder.path)/link")
    let files = try PluginSource(folder.path).files.map(\.name)
    #expect(files == ["images/dial.svg", "libwarm.so", "words.txt"])
  }

  @Test func whatIsLeftOutForLackOfThePermissionIsNamed() throws {
    let folder = PluginFolder()
    for name in ["warm.c", ".hidden", "LICENSE", "images/dial.svg"] {
      try folder.write("text", to: name)
    }
    let source = try PluginSource(folder.path)
    #expect(source.files.map(\.name) == ["libwarm.so"])
    #expect(source.leftOut == ["LICENSE", "images/dial.svg"])
  }

  @Test(
    arguments: [
      (
        #""sha256": "\#(String(repeating: "0", count: 64))","#, PluginFolder.library,
        "take sha256 out"
      ),
      ("", nil, "the library is not built: run make"),
      ("", "no library", "is not a shared library"),
      (#""permission": {},"#, PluginFolder.library, "is not known here"),
    ] as [(String, String?, String)])
  func whatCannotBeUsedIsNotPacked(_ more: String, _ library: String?, _ reason: String) throws {
    let folder = PluginFolder(more: more, library: library)
    do throws(ToolError) {
      _ = try PluginSource(folder.path)
      Issue.record("it was packed")
    } catch {
      #expect(error.message.contains(reason), "\(error.message)")
    }
  }

  @Test func aLibraryOfAnotherMachineIsNotPackedAsOurs() {
    let foreign = Platform.current.processor == "x86_64" ? 183 : 62
    var header = Array(PluginFolder.library.utf8.prefix(20))
    header[18] = UInt8(foreign)
    #expect(LibraryFormat.refusal(header, for: "linux")?.contains("is built for") == true)
    #expect(LibraryFormat.refusal(header, for: Platform.current.name) != nil)
  }

  @Test func nothingButArchivesIsOverwritten() throws {
    let folder = PluginFolder()
    let source = try PluginSource(folder.path)
    #expect(throws: ToolError.self) { try PluginArchive.write(source, to: "/tmp/warm.c") }
    #expect(throws: ToolError.self) { try PluginArchive.write(source, to: "/tmp/.buttond-plugin") }
  }
}
