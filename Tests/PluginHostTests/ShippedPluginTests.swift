import ButtonModel
import Glibc
import JSONRPC
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

/// Files of this repository.
private enum Repository {
  static func path(_ relative: String, file: String = #filePath) -> String {
    "/" + file.split(separator: "/").dropLast(3).joined(separator: "/") + "/" + relative
  }

  static func read(_ relative: String) throws -> [UInt8] {
    try PluginFile.read(path(relative), atMost: 1 << 20)
  }
}

@Suite struct ShippedManifestTests {
  private static let offers: [String: (styles: [String], handlers: [String])] = [
    "Checkout": ([], ["count", "state-title", "highlighted-title"]),
    "Clock": (["clock"], ["time"]),
    "Outline": (["outline"], []),
    "Pill": (["pill"], []),
    "Press": (["default", "plain", "scale", "primitive-scale"], []),
    "Themed": (["button", "green"], []),
  ]

  private func manifest(_ name: String) throws -> Manifest {
    try Manifest(
      Repository.read("Plugins/\(name)/plugin.json"), file: "plugin.json", parser: JSONParser())
  }

  @Test func theTableHasEveryShippedPlugin() throws {
    let names = try Folder.names(in: Repository.path("Plugins"))
    #expect(names.filter { $0 != "SDK" } == Self.offers.keys.sorted())
  }

  @Test(arguments: offers.keys.sorted())
  func theManifestOfAShippedPluginIsInOrder(name: String) throws {
    let manifest = try manifest(name)
    #expect(manifest.shortName == name.lowercased())
    #expect(manifest.id == "dev.buttond.\(name.lowercased())")
    for platform in ["linux-x86_64", "linux-aarch64"] {
      #expect(manifest.library.contains(.init(platform: platform, value: "lib\(name).so")))
    }
    #expect(manifest.styles.map(\.name) == Self.offers[name]?.styles)
    #expect(manifest.handlers.map(\.name) == Self.offers[name]?.handlers)
  }

  @Test(arguments: offers.keys.sorted())
  func everythingThatAShippedPluginOffersIsDocumented(name: String) throws {
    let manifest = try manifest(name)
    #expect(!manifest.description.isEmpty)
    for entry in manifest.styles + manifest.handlers {
      #expect(entry.title != entry.name)
      #expect(entry.documentation.hasSuffix("."), "\(entry.name)")
      for parameter in entry.parameters {
        #expect(parameter.documentation.hasSuffix("."), "\(entry.name): \(parameter.name)")
      }
    }
  }

  @Test func theSchemaNamesTheMembersThatAreRead() throws {
    let bytes = try Repository.read("Config/schemas/plugin.schema.json")
    let parser = JSONParser()
    let root = try bytes.withUnsafeBytes { try parser.parse(copying: $0) }
    let names = try #require(root.member("properties")).members.map { $0.key.string }
    #expect(names == Manifest.memberNames)
    let kinds = root.member("$defs")?.member("parameters")?.member("additionalProperties")?
      .member("properties")?.member("type")?.member("enum")?.elements.map { $0.string }
    #expect(kinds == ParameterKind.names)
    let schema = JSONTree(root)
    let abi = schema["properties"]?["abi"]?["properties"]
    #expect(abi?["major"]?["const"]?.int == Int(ABIVersion.host.major))
    #expect(abi?["minor"]?["maximum"]?.int == Int(ABIVersion.host.minor))
    let color = schema["$defs"]?["color"]
    let colors = color?["oneOf"]?.elements.compactMap { $0["enum"] }.first?.elements
    #expect(colors?.map(\.string) == NamedColor.allCases.map(\.name))
  }
}

extension PluginHostSuite {
  @Suite struct ShippedPluginTests {
    /// The plugin Pill as it is installed.
    private func pill() throws -> PluginTree {
      let tree = PluginTree()
      let manifest = String(
        decoding: try Repository.read("Plugins/Pill/plugin.json"), as: UTF8.self)
      tree.add("pill", manifest: manifest, library: "unused")
      try Compilation(shipped: "Pill").copy(to: tree.folder.file("pill/libPill.so"))
      return tree
    }

    @Test func aRealPluginInTheRealWorkerAnswersAndIsBackAfterAKill() throws {
      let fixture = try HostFixture(
        try pill(), figures: HostFixture.patient, workerPath: Products.path("buttond-worker"))
      try fixture.start()
      try fixture.resolve([1, 2, 3])
      fixture.forget()
      let before = Deadline.now
      kill(try #require(fixture.host.status(of: 1).pid), SIGKILL)
      try fixture.wait(for: .ready(1))
      print("the real worker is ready again after \((Deadline.now - before) / 1000) µs")
      try fixture.resolve([1, 2, 3])
      try fixture.finish()
    }

    @Test func aLibraryThatCannotBeLoadedFailsForGood() throws {
      let tree = try pill()
      tree.folder.write("no library", to: "pill/libPill.so")
      let fixture = try HostFixture(
        tree, figures: HostFixture.patient, workerPath: Products.path("buttond-worker"))
      try fixture.host.start()
      try fixture.run(until: "the failure") { !fixture.reports().isEmpty }
      #expect(fixture.reports().map(\.reason) == [.failed])
      #expect(fixture.host.status(of: 1).lastError?.contains("libPill.so") == true)
      try fixture.finish()
    }
  }
}
