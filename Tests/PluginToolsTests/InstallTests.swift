import Glibc
import PluginHost
import TestSupport
import Testing

@testable import PluginTools

struct InstallTests {
  private let root = TemporaryFolder()

  private func installed(_ name: String) throws -> [UInt8] { try bytes(root.file(name)) }

  @Test func aFolderIsInstalledUnderItsID() throws {
    let outcome = try PluginInstaller(into: root.path).install(PluginFolder())
    #expect(outcome.folder == root.file("com.example.warm"))
    #expect(outcome.styles == ["warm/look"])
    #expect(outcome.replacedVersion == nil)
    #expect(try Folder.names(in: root.path) == ["com.example.warm"])
    #expect(try Folder.names(in: outcome.folder) == ["libwarm.so", "plugin.json"])
    let scan = PluginFolders([root.path]).scan()
    #expect(scan.plugins.map(\.manifest.id) == ["com.example.warm"])
    #expect(scan.plugins.first?.manifest.sha256(for: .current) != nil)
  }

  @Test func anArchiveInstallsWhatItsFolderWould() throws {
    let folder = PluginFolder(more: #""permissions": {"resources": true},"#)
    try folder.write("dial", to: "images/dial.svg")
    let archive = root.file("warm.buttond-plugin")
    try PluginArchive.write(try PluginSource(folder.path), to: archive)
    let (one, other) = (TemporaryFolder(), TemporaryFolder())
    try PluginInstaller(into: one.path).install(archive)
    try PluginInstaller(into: other.path).install(folder)
    for name in ["plugin.json", "libwarm.so", "images/dial.svg"] {
      let path = "com.example.warm/\(name)"
      #expect(try bytes(one.file(path)) == bytes(other.file(path)))
    }
  }

  @Test func aNewVersionTakesThePlaceOfTheOldOne() throws {
    let installer = try PluginInstaller(into: root.path)
    try Folder.make(root.file("mine"))
    let old = PluginFolder()
    for name in ["plugin.json", "libwarm.so"] {
      let text = String(decoding: try bytes("\(old.path)/\(name)"), as: UTF8.self)
      root.write(text, to: "mine/\(name)")
    }
    let outcome = try installer.install(PluginFolder(version: "2.0.0"))
    #expect(outcome.replacedVersion == "1.0.0")
    #expect(outcome.folder == root.file("mine"))
    #expect(try Folder.names(in: root.path) == ["mine"])
    #expect(PluginFolders([root.path]).scan().plugins.map(\.manifest.version) == ["2.0.0"])
  }

  @Test func aPluginIsUninstalledByNameOrIDFromTheFirstFolder() throws {
    let other = TemporaryFolder()
    for folder in [root.path, other.path] {
      try PluginInstaller(into: folder).install(PluginFolder())
    }
    let uninstaller = PluginUninstaller(in: [root.path, other.path])
    let first = try uninstaller.uninstall("warm")
    #expect(
      first
        == PluginUninstaller.Outcome(
          id: "com.example.warm", name: "warm", version: "1.0.0",
          folder: root.file("com.example.warm")))
    #expect(try Folder.names(in: root.path) == [])
    #expect(try uninstaller.uninstall("com.example.warm").folder == other.file("com.example.warm"))
    #expect(try Folder.names(in: other.path) == [])
    do throws(ToolError) {
      _ = try uninstaller.uninstall("warm")
      Issue.record("it was there no more")
    } catch {
      #expect(error.message.hasPrefix("there is no plugin 'warm' in \(root.path) or \(other.path)"))
    }
  }

  @Test func aLinkIsUninstalledAndWhatItLeadsToStays() throws {
    let own = PluginFolder()
    symlink(own.path, root.file("mine"))
    #expect(try PluginUninstaller(in: [root.path]).uninstall("warm").folder == root.file("mine"))
    #expect(try Folder.names(in: root.path) == [])
    #expect(try Folder.names(in: own.path) == ["libwarm.so", "plugin.json"])
  }

  @Test func aLinkInTheWayIsReplacedAndNotFollowed() throws {
    let own = PluginFolder(version: "0.9.0")
    symlink(own.path, root.file("com.example.warm"))
    let outcome = try PluginInstaller(into: root.path).install(PluginFolder())
    #expect(outcome.replacedVersion == "0.9.0")
    #expect(try Folder.names(in: own.path) == ["libwarm.so", "plugin.json"])
    #expect(PluginFolders([root.path]).scan().plugins.map(\.manifest.version) == ["1.0.0"])
  }

  @Test(arguments: ["warm.c", "tests/warm_test.c", ".git/HEAD"], ["warm", "com.example.warm"])
  func sourcesAreNotReplaced(by name: String, in folder: String) throws {
    try Folder.make(root.file(folder))
    let own = PluginFolder()
    for name in ["plugin.json", "libwarm.so"] {
      let text = String(decoding: try bytes("\(own.path)/\(name)"), as: UTF8.self)
      root.write(text, to: "\(folder)/\(name)")
    }
    if let slash = name.firstIndex(of: "/") {
      try Folder.make(root.file("\(folder)/\(name[..<slash])"))
    }
    root.write("mine", to: "\(folder)/\(name)")
    let before = try Folder.names(in: root.file(folder))
    let installer = try PluginInstaller(into: root.path)
    func refuses() throws {
      do throws(ToolError) {
        try installer.install(own.path)
        Issue.record("it was installed")
      } catch {
        #expect(error.message.hasPrefix("\(installer.root)/\(folder) holds the plugin's sources"))
      }
    }
    try refuses()
    if folder == "com.example.warm" {
      // Not built, it is no plugin.
      unlink(root.file("\(folder)/libwarm.so"))
      try refuses()
      root.write(PluginFolder.library, to: "\(folder)/libwarm.so")
    }
    #expect(try Folder.names(in: root.file(folder)) == before)
    #expect(try Folder.names(in: root.path) == [folder])
  }

  @Test func aTakenShortNameIsRefused() throws {
    let installer = try PluginInstaller(into: root.path)
    try installer.install(PluginFolder())
    do throws(ToolError) {
      try installer.install(PluginFolder(id: "org.other.warm"))
      Issue.record("the name was taken away")
    } catch {
      #expect(error.message.contains("belongs to com.example.warm"))
    }
    #expect(try Folder.names(in: root.path) == ["com.example.warm"])
  }

  @Test func whateverIsWrongNothingIsLeftBehind() throws {
    let installer = try PluginInstaller(into: root.path)
    try installer.install(PluginFolder(version: "0.9.0"))
    let files = TemporaryFolder()
    let sound = try ArchiveTests.Forged.sound()
    var forged = [sound.bytes]
    // Another library than the one that was packed.
    forged[0][forged[0].count - 1024 - 512 + 3] ^= 1
    forged.append(Array(sound.bytes.dropLast(600)))
    for (_, spoil, _) in ArchiveTests.hostile {
      var archive = sound
      try spoil(&archive)
      forged.append(archive.bytes)
    }
    for bytes in forged {
      let path = files.file("a")
      unlink(path)
      try FileCopy.write(bytes, to: path)
      do throws(ToolError) {
        try installer.install(path)
        Issue.record("it was installed")
      } catch {
        #expect(error.message.hasPrefix(path), "\(error.message)")
      }
      #expect(try Folder.names(in: root.path) == ["com.example.warm"])
    }
    #expect(PluginFolders([root.path]).scan().plugins.map(\.manifest.version) == ["0.9.0"])
  }

  @Test func whatWasKilledMidwayIsRemovedByTheNext() throws {
    func leave() throws {
      for name in [".installing-1", ".removing-1"] {
        try Folder.make(root.file(name))
        root.write("half", to: "\(name)/half")
      }
    }
    try leave()
    try PluginInstaller(into: root.path).install(PluginFolder())
    #expect(try Folder.names(in: root.path) == ["com.example.warm"])
    try leave()
    _ = try PluginUninstaller(in: [root.path]).uninstall("warm")
    #expect(try Folder.names(in: root.path) == [])
  }

  @Test func noFileAndNoPlaceAreSaid() throws {
    #expect(throws: ToolError.self) {
      try PluginInstaller(into: root.path).install("/nowhere/at/all")
    }
    #expect(throws: ToolError.self) { try PluginInstaller(into: "/dev/null/plugins") }
    let files = TemporaryFolder()
    for text in ["{}", String(repeating: "{ }", count: 1_000), ""] {
      let manifest = files.write(text, to: "hi.json")
      #expect(throws: ToolError("\(manifest): \(ArchiveHeader.noArchive)")) {
        try PluginInstaller(into: root.path).install(manifest)
      }
    }
    #expect(throws: ToolError("/dev/null is not a file; give an archive or a plugin's folder")) {
      try PluginInstaller(into: root.path).install("/dev/null")
    }
  }
}

extension PluginInstaller {
  /// Installs from a folder, which lives as long as that takes.
  @discardableResult
  fileprivate func install(_ folder: PluginFolder) throws(ToolError) -> Outcome {
    defer { withExtendedLifetime(folder) {} }
    return try install(folder.path)
  }
}
