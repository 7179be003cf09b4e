import ButtonModel
import Glibc
import JSONRPC
import PluginHost
import TestSupport
import Testing

@testable import PluginTools

struct TemplateTests {
  @Test(arguments: [
    ("warm", "Warm", "warm"), ("big-clock", "BigClock", "bigClock"), ("a1-2b", "A12b", "a12b"),
    ("swift", "SwiftPlugin", "swiftPlugin"), ("color", "ColorPlugin", "colorPlugin"),
    ("button", "ButtonPlugin", "buttonPlugin"), ("manifest", "ManifestPlugin", "manifestPlugin"),
  ])
  func aNameHasAllItsForms(_ name: String, _ type: String, _ identifier: String) throws {
    let name = try PluginName(name)
    #expect(name.type == type)
    #expect(name.identifier == identifier)
    #expect(name.id == "com.example.\(name.short)")
  }

  @Test(arguments: [
    "", "1st", "-a", "a-", "a--b", "Warm", "w arm", "wärm", "a/b", "../a", "a_b",
    String(repeating: "a", count: 41),
  ])
  func aNameThatDoesNotFitEverywhereIsRefused(_ name: String) {
    #expect(throws: ToolError.self) { try PluginName(name) }
  }

  @Test func noNameIsThatOfATypeOfButtondKit() throws {
    let folder = Products.source("Sources/ButtondKit")
    var types: Set<Substring> = []
    for file in try Folder.names(in: folder) where file.hasSuffix(".swift") {
      let text = String(decoding: try FileBytes.read("\(folder)/\(file)"), as: UTF8.self)
      let declaration =
        /^public (?:final )?(?:struct|class|enum|protocol|typealias) ([A-Za-z]+)/
        .anchorsMatchLineEndings()
      types.formUnion(text.matches(of: declaration).map(\.1))
    }
    #expect(types.count > 40)
    #expect(types.filter { !PluginName.takenTypes.contains(String($0)) } == [])
  }

  @Test func anIDMustBeReverseDNS() throws {
    #expect(try PluginName("warm", id: "org.example.warm").id == "org.example.warm")
    #expect(throws: ToolError.self) { try PluginName("warm", id: "warm") }
    #expect(throws: ToolError.self) { try PluginName("warm", id: "org..warm") }
  }

  /// A layout whose templates are those of the sources.
  private func layout(_ folder: TemporaryFolder) throws -> ToolLayout {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    for part in ["share", "share/buttond"] { try Folder.make(folder.file(part)) }
    symlink("/\(root)/Plugins/SDK/templates", folder.file("share/buttond/templates"))
    return ToolLayout(prefix: folder.path)
  }

  @Test(arguments: PluginLanguage.allCases)
  func everyWordOfATemplateIsFilled(_ language: PluginLanguage) throws {
    let folder = TemporaryFolder()
    let target = folder.file("new")
    let files = try PluginTemplate(language, in: layout(folder)).write(
      PluginName("big-clock"), to: target)
    #expect(files.contains("plugin.json") && files.contains("Makefile"))
    for file in files {
      #expect(!file.contains("__"))
      let text = String(decoding: try bytes("\(target)/\(file)"), as: UTF8.self)
      #expect(!text.contains("__"), "\(file)")
    }
    let manifest = try Manifest(
      bytes("\(target)/plugin.json"), file: "plugin.json", parser: .init())
    #expect(manifest.shortName == "big-clock")
    #expect(manifest.styles.count == 1 && manifest.handlers.count == 1)
    #expect(manifest.styles[0].parameters.count == 1)
    let constants =
      switch language {
      case .c: "manifest.h"
      case .rust: "manifest.rs"
      case .swift: "Sources/BigClock/Manifest.swift"
      }
    #expect(
      String(decoding: try bytes("\(target)/\(constants)"), as: UTF8.self)
        == ManifestConstants(manifest).text(in: language))
  }

  @Test func aFolderThatIsNotEmptyStaysAsItIs() throws {
    let folder = TemporaryFolder()
    let layout = try layout(folder)
    try Folder.make(folder.file("full"))
    folder.write("mine", to: "full/notes")
    do throws(ToolError) {
      _ = try PluginTemplate(.c, in: layout).write(try PluginName("warm"), to: folder.file("full"))
      Issue.record("it was written to")
    } catch {
      #expect(error.message.contains("is not empty"))
    }
    #expect(try Folder.names(in: folder.file("full")) == ["notes"])
    try Folder.make(folder.file("empty"))
    _ = try PluginTemplate(.c, in: layout).write(PluginName("warm"), to: folder.file("empty"))
    #expect(throws: ToolError.self) {
      try PluginTemplate(.c, in: layout).write(
        PluginName("warm"), to: folder.file("missing/inner"))
    }
  }

  @Test func wordsForShellsAreQuoted() {
    #expect(AuthorPath.quoted("/opt/b+1/x_y.z") == "/opt/b+1/x_y.z")
    #expect(AuthorPath.quoted("a b") == "'a b'")
    #expect(AuthorPath.quoted("it's $HOME") == #"'it'\''s $HOME'"#)
  }
}
