import Glibc
import TestSupport
import Testing

@testable import PluginHost

@Suite struct PluginFoldersTests {
  @Test func pluginsAreFoundInOrderOfFoldersAndNames() throws {
    let (installed, added) = (PluginTree(), PluginTree())
    installed.add("b", manifest: ManifestSamples.minimal(id: "org.b", name: "b"))
    installed.add("a", manifest: ManifestSamples.minimal(id: "org.a", name: "a"))
    added.add("0", manifest: ManifestSamples.minimal(id: "org.c", name: "c"))
    let scan = PluginFolders([installed.path, added.path]).scan()
    #expect(scan.refusals == [])
    #expect(scan.plugins.map(\.manifest.id) == ["org.a", "org.b", "org.c"])
    #expect(scan.plugins.map(\.shortName) == ["a", "b", "c"])
    #expect(scan.plugins[2].folder == "\(added.path)/0")
    #expect(scan.plugins[2].libraryPath == "\(added.path)/0/lib.so")
  }

  @Test func ofTwoPluginsWithOneShortNameTheFirstKeepsIt() {
    let (installed, added) = (PluginTree(), PluginTree())
    installed.add("z", manifest: ManifestSamples.minimal(id: "org.first", name: "outline"))
    added.add("a", manifest: ManifestSamples.minimal(id: "org.second", name: "outline"))
    added.add("b", manifest: ManifestSamples.minimal(id: "com.outline", name: "Outline"))
    let scan = PluginFolders([installed.path, added.path]).scan()
    #expect(scan.plugins.map(\.manifest.id) == ["org.first", "org.second", "com.outline"])
    #expect(scan.plugins.map(\.shortName) == ["outline", nil, nil])
  }

  @Test func ofTwoPluginsWithOneIDTheSecondIsRefused() {
    let tree = PluginTree()
    tree.add("a", manifest: ManifestSamples.minimal(id: "org.x", name: "a"))
    tree.add("b", manifest: ManifestSamples.minimal(id: "org.x", name: "b"))
    let scan = PluginFolders([tree.path]).scan()
    #expect(scan.plugins.map(\.folder) == ["\(tree.path)/a"])
    #expect(
      scan.refusals.map(\.message) == [
        "\(tree.path)/b: the id org.x is taken by the plugin in \(tree.path)/a"
      ])
  }

  @Test func aBadPluginIsRefusedAndTheOthersAreUsed() {
    let tree = PluginTree()
    tree.add("bad", manifest: "{\"schemaVersion\": 1}")
    tree.add("good", manifest: ManifestSamples.minimal())
    tree.makeFolder("empty")
    tree.makeFolder(".hidden")
    tree.folder.write("a file among the folders", to: "README")
    let scan = PluginFolders([tree.path]).scan()
    #expect(scan.plugins.map(\.manifest.name) == ["small"])
    #expect(
      scan.refusals == [
        PluginRefusal(
          folder: "\(tree.path)/bad", name: "bad",
          message: "\(tree.path)/bad/plugin.json: abi: is missing"),
        PluginRefusal(
          folder: "\(tree.path)/empty", name: "empty",
          message: "\(tree.path)/empty/plugin.json: No such file or directory"),
      ])
  }

  @Test func aFolderThatIsNotThereIsARefusal() {
    let scan = PluginFolders(["/no/such/folder"]).scan()
    #expect(scan.refusals.map(\.message) == ["/no/such/folder: No such file or directory"])
  }

  @Test func aLibraryMustBeThereAndStayInItsFolder() {
    let tree = PluginTree()
    tree.add("gone", manifest: ManifestSamples.minimal(id: "org.gone", library: "other.so"))
    tree.add("link", manifest: ManifestSamples.minimal(id: "org.link", library: "out.so"))
    symlink("/bin/sh", tree.folder.file("link/out.so"))
    tree.add("inner", manifest: ManifestSamples.minimal(id: "org.inner", library: "in.so"))
    symlink("lib.so", tree.folder.file("inner/in.so"))
    let scan = PluginFolders([tree.path]).scan()
    #expect(scan.plugins.map(\.libraryPath) == ["\(tree.path)/inner/lib.so"])
    #expect(scan.refusals.count == 2)
    #expect(
      scan.refusals.first?.message
        == "\(tree.path)/gone/plugin.json: library: \(tree.path)/gone/other.so: "
        + "No such file or directory")
    #expect(scan.refusals.last?.message.contains("leads out of the plugin's folder") == true)
  }

  @Test func aPlatformWithoutALibraryIsRefusedWithThoseThereAre() {
    let tree = PluginTree()
    tree.add("x", manifest: ManifestSamples.full)
    let other = Platform(system: "linux", processor: "riscv64")
    let scan = PluginFolders([tree.path], platform: other).scan()
    #expect(
      scan.refusals.map(\.message) == [
        "\(tree.path)/x/plugin.json: library: has no entry for linux-riscv64; it has "
          + "linux-x86_64, linux-aarch64"
      ])
  }

  @Test func aManifestThatIsTooLargeOrNoFileIsRefused() {
    let tree = PluginTree()
    let padding = String(repeating: " ", count: Manifest.maximumBytes)
    tree.add("large", manifest: ManifestSamples.minimal() + padding)
    tree.makeFolder("pipe")
    mkfifo(tree.folder.file("pipe/plugin.json"), 0o600)
    let scan = PluginFolders([tree.path]).scan()
    #expect(
      scan.refusals.map(\.message) == [
        "\(tree.path)/large/plugin.json: has more than 262144 bytes",
        "\(tree.path)/pipe/plugin.json: is not a regular file",
      ])
  }

  @Test func thereAreSoManyPluginsAndNoMore() throws {
    let tree = PluginTree()
    for number in 1000..<2030 {
      tree.add(
        "p\(number)",
        manifest: ManifestSamples.minimal(id: "org.test.p\(number)", name: "p\(number)"))
    }
    let scan = PluginFolders([tree.path]).scan()
    #expect(scan.plugins.count == 1_024)
    #expect(scan.refusals.map(\.name) == ["p2024"])
    #expect(
      scan.refusals.first?.message.hasSuffix(
        "there are 1024 plugins already, the most there may be; nor are those after it looked at")
        == true)
  }
}
