import ButtonProtocol
import Glibc
import TestSupport
import Testing

@testable import PluginHost

@Suite struct CacheTests {
  let tree = PluginTree()
  let place = TemporaryFolder()

  private var cache: PluginCache { PluginCache(folder: place.file("state/cache")) }

  private func add(_ more: String = "", library: String = "lib.so") {
    tree.add(
      "p", manifest: ManifestSamples.minimal(library: library, more: more), library: library)
  }

  private func take() throws(TakeRefusal) -> TakenPlugin {
    try cache.take(tree.folder.file("p"), among: [])
  }

  private func names(_ folder: String) throws -> [String] {
    try PluginFile.entries(of: folder).map(\.name).sorted()
  }

  @Test func aCopyIsPrivateAndCannotBeWritten() throws {
    add()
    let taken = try take()
    #expect(ManifestName.isSHA256(taken.copy.hash))
    #expect(taken.copy.folder == "\(place.path)/state/cache/\(taken.copy.hash)")
    #expect(taken.copy.libraryPath == taken.copy.folder + "/lib.so")
    #expect(taken.plugin.libraryPath.hasPrefix(tree.path))
    #expect(try names(taken.copy.folder) == ["lib.so", "plugin.json"])
    for (path, mode) in [
      (place.file("state"), 0o700), (cache.folder, 0o700), (taken.copy.folder, 0o700),
      (taken.copy.libraryPath, 0o500), (taken.copy.folder + "/plugin.json", 0o400),
    ] as [(String, mode_t)] {
      var status = stat()
      #expect(lstat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == mode, "\(path)")
    }
  }

  @Test func theHashIsOfManifestAndLibraryAlone() throws {
    add()
    let first = try take().copy
    tree.folder.write("something else", to: "p/notes.txt")
    #expect(try take().copy == first)
    tree.folder.write("another library", to: "p/lib.so")
    let second = try take().copy
    #expect(second.hash != first.hash)
    add(", \"description\": \"x\"")
    #expect(try take().copy.hash != first.hash)
    add()
    #expect(try take().copy == first, "an earlier version has its earlier hash")
  }

  @Test func whatOverwritesTheLibraryLeavesTheCopyAlone() throws {
    add()
    let copy = try take().copy
    tree.folder.write("xx", to: "p/lib.so")
    #expect(try ProcessFile.text(copy.libraryPath) == "no library")
  }

  @Test func aDamagedCopyIsMadeAnew() throws {
    add()
    let copy = try take().copy
    chmod(copy.libraryPath, 0o600)
    truncate(copy.libraryPath, 3)
    #expect(try take().copy == copy)
    #expect(try ProcessFile.text(copy.libraryPath) == "no library")
    unlink(copy.folder + "/plugin.json")
    #expect(try take().copy == copy)
    #expect(try names(copy.folder) == ["lib.so", "plugin.json"])
    #expect(try names(cache.folder) == [copy.hash])
  }

  @Test func resourcesAreCopiedWhereTheManifestAsksForThem() throws {
    let library = "inner/lib.so"
    tree.makeFolder("p")
    tree.makeFolder("p/inner")
    tree.makeFolder("p/images")
    tree.folder.write("a star", to: "p/images/star.txt")
    tree.folder.write("hidden", to: "p/.hidden")
    symlink("/etc/passwd", tree.folder.file("p/images/link"))
    add(library: library)
    #expect(try names(take().copy.folder) == ["inner", "plugin.json"])
    add(", \"permissions\": {\"resources\": true}", library: library)
    let copy = try take().copy
    #expect(try names(copy.folder) == ["images", "inner", "plugin.json"])
    #expect(try names(copy.folder + "/images") == ["star.txt"])
    #expect(try take().copy == copy)
    tree.folder.write("a moon", to: "p/images/star.txt")
    #expect(try take().copy.hash != copy.hash)
  }

  @Test func thereIsAMostOfFoldersAndNoneCountsBelowEight() throws {
    tree.makeFolder("p")
    add(", \"permissions\": {\"resources\": true}")
    var deep = "p"
    for _ in 1...10 {
      deep += "/d"
      tree.makeFolder(deep)
    }
    #expect(try take().innerFolders.count == 8)
    for number in 1...FolderListing.maximumFolders - 8 { tree.makeFolder("p/f\(number)") }
    #expect(try take().innerFolders.count == FolderListing.maximumFolders)
    tree.makeFolder("p/more")
    #expect(try refusal().description.contains("has more than 256 folders"))
    add()
    #expect(try take().innerFolders == [], "no resources, no folders")
  }

  @Test func whatIsWrongIsSaidWithTheFile() throws {
    add()
    tree.folder.write("{}", to: "p/plugin.json")
    #expect(
      throws: TakeRefusal(
        description: "\(tree.folder.file("p/plugin.json")): schemaVersion: is missing")
    ) {
      try take()
    }
    unlink(tree.folder.file("p/plugin.json"))
    #expect(try refusal().description.contains("plugin.json: No such file") == true)
    #expect(try refusal().isGone == false)
    add()
    unlink(tree.folder.file("p/lib.so"))
    #expect(try refusal().description.contains("lib.so: No such file") == true)
    rename(tree.folder.file("p"), tree.folder.file("q"))
    #expect(try refusal().isGone)
  }

  private func refusal() throws -> TakeRefusal {
    do {
      let taken = try take()
      throw TestFailure("was taken: \(taken)")
    } catch let refusal as TakeRefusal {
      return refusal
    }
  }

  @Test func aSweepLeavesWhatIsInUseAndWhatIsNotOurs() throws {
    add()
    let old = try take().copy
    tree.folder.write("another library", to: "p/lib.so")
    let new = try take().copy
    mkdir(cache.folder + "/.new-1", 0o700)
    mkdir(cache.folder + "/theirs", 0o700)
    cache.sweep(keeping: [new.hash])
    #expect(try names(cache.folder) == [new.hash, "theirs"].sorted())
    #expect(!PluginFile.isFolder(old.folder))
  }

  @Test func aPlaceOfAnotherKindIsRefused() throws {
    add()
    mkdir(place.file("state"), 0o700)
    place.write("a file", to: "state/cache")
    #expect(try refusal().description.hasSuffix("is not a folder; move it away"))
  }

  @Test func aPlaceThatIsOpenToOthersIsClosed() throws {
    add()
    mkdir(place.file("state"), 0o700)
    mkdir(cache.folder, 0o700)
    chmod(cache.folder, 0o777)
    _ = try take()
    var status = stat()
    #expect(stat(cache.folder, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }
}
