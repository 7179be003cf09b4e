import PluginHost
import TestSupport
import Testing

@testable import PluginTools

/// Libraries are asked who they are before anything is changed.
@Suite(.blocking) struct LibraryTrialTests {
  private let folder = TemporaryFolder()
  private let trial = LibraryTrial(
    worker: Products.path("buttond-worker"), milliseconds: 200_000)

  /// A plugin whose library is of version 1.0 and whose manifest may say something else.
  private static func plugin(_ old: String = "", _ new: String = "") throws -> CheckedFolder {
    let manifest = CheckedFolder.manifest()
    guard !old.isEmpty else { return try CheckedFolder() }
    try #require(manifest.contains(old))
    return try CheckedFolder(manifest: manifest.replacing(old, with: new))
  }

  /// What a manifest says in place of the truth, and what is said of it.
  static let lies = [
    (#""version": "1.0""#, #""version": "1.0.1""#, "1.0.1"),
    (#""id": "org.example.checked""#, #""id": "org.example.other""#, "org.example.other"),
    (#""abi": {"major": 1}"#, #""abi": {"major": 1, "minor": 1}"#, "1.1"),
  ]

  @Test(arguments: lies)
  func aLibraryThatIsNotWhatTheManifestSaysIsNotPacked(
    _ old: String, _ new: String, _ word: String
  ) throws {
    let plugin = try Self.plugin(old, new)
    let source: PluginSource
    do throws(ToolError) { source = try PluginSource(plugin.path) } catch {
      // An ABI that is not this daemon's is refused by the manifest alone.
      #expect(error.message.contains(word), "\(error.message)")
      return
    }
    do throws(ToolError) {
      try PluginArchive.write(source, to: folder.file("a.buttond-plugin"), asking: trial)
      Issue.record("it was packed")
    } catch {
      #expect(error.message.hasPrefix("\(plugin.path): the plugin does not start: "))
      #expect(error.message.contains(word), "\(error.message)")
      #expect(error.message.contains("make plugin.json and the source agree"))
    }
    #expect(try Folder.names(in: folder.path) == [])
  }

  @Test func aPackageMadeByHandThatContradictsItselfChangesNothing() throws {
    let installer = try PluginInstaller(into: folder.path, asking: trial)
    let sound = try Self.plugin()
    #expect(try installer.install(sound.path).version == "1.0")
    let installed = folder.file("org.example.checked")
    let before = try Folder.names(in: installed).map { try bytes("\(installed)/\($0)") }

    let other = try Self.plugin(#""version": "1.0""#, #""version": "1.0.1""#)
    let files = TemporaryFolder()
    let archive = files.file("a.buttond-plugin")
    try PluginArchive.write(try PluginSource(other.path), to: archive)
    for path in [archive, other.path] {
      do throws(ToolError) {
        try installer.install(path)
        Issue.record("it was installed")
      } catch {
        #expect(error.message.hasPrefix("\(path): the plugin does not start: "))
        #expect(error.message.contains("1.0.1"), "\(error.message)")
      }
      #expect(try Folder.names(in: folder.path) == ["org.example.checked"])
      let after = try Folder.names(in: installed).map { try bytes("\(installed)/\($0)") }
      #expect(after == before)
    }
  }

  @Test func whatCannotBeLoadedIsNeitherPackedNorInstalled() throws {
    let unloadable = PluginFolder()
    defer { withExtendedLifetime(unloadable) {} }
    let source = try PluginSource(unloadable.path)
    #expect(throws: ToolError.self) {
      try PluginArchive.write(source, to: folder.file("a.buttond-plugin"), asking: trial)
    }
    #expect(throws: ToolError.self) {
      try PluginInstaller(into: folder.path, asking: trial).install(unloadable.path)
    }
    #expect(try Folder.names(in: folder.path) == [])
  }
}
