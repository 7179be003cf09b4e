import ButtonProtocol
import Glibc
import JSONRPC

/// Copies of plugins' files, each in a folder named by its hash.
///
/// A worker never loads what somebody may write to: a library that is overwritten or truncated in
/// place would take the worker along. All of it reads and writes files: off the loop, one call at a
/// time.
package struct PluginCache: Sendable {
  /// A folder of ours alone.
  let folder: String

  /// Copies in a folder, which need not exist.
  package init(folder: String) { self.folder = folder }

  /// Reads a plugin's files as they are now, checks them as far as that needs none of their code, and
  /// copies them unless there is a sound copy.
  package func take(_ folder: String, among roots: [String]) throws(TakeRefusal) -> TakenPlugin {
    guard PluginFile.isFolder(folder) else {
      throw TakeRefusal(
        description:
          "\(folder): the plugin's folder is no longer there; what is put back is used again",
        isGone: true)
    }
    var inner: [String]?
    do {
      let (plugin, manifest) = try PluginFolders(roots).readAll(folder, keepsShortName: true)
      // Listed before anything is read: what comes later comes into a folder that is watched.
      let folders = try innerFolders(of: plugin)
      inner = folders
      return TakenPlugin(
        plugin: plugin, copy: try copy(of: plugin, manifest), innerFolders: folders)
    } catch {
      let isPassing =
        (error as? FileError)?.isPassing ?? (error as? ManifestError)?.isPassing ?? false
      throw TakeRefusal(description: "\(error)", isPassing: isPassing, innerFolders: inner)
    }
  }

  /// The folders of a plugin's library and of its resources, without its own.
  private func innerFolders(of plugin: InstalledPlugin) throws(FileError) -> [String] {
    let root = try PluginFile.resolve(plugin.folder)
    var folders: Set<String> = []
    if plugin.manifest.permissions.resources {
      folders.formUnion(try FolderListing(of: root).folders.map { "\(root)/\($0)" })
    }
    if let slash = plugin.libraryPath.lastIndex(of: "/") {
      folders.insert(String(plugin.libraryPath[..<slash]))
    }
    folders.remove(root)
    return folders.sorted()
  }

  /// Makes the folder, unless it is there.
  func prepare() throws(FileError) {
    try PrivateFolder.make(folder)
  }

  /// Removes what is none of these copies, but nothing that is none of ours.
  func sweep(keeping hashes: Set<String>) {
    guard let entries = try? PluginFile.entries(of: folder) else { return }
    for entry in entries {
      let isOld = ManifestName.isSHA256(entry.name) && !hashes.contains(entry.name)
      if isOld || entry.name.hasPrefix(".new-") || entry.name.hasPrefix(".old-") {
        PluginFile.removeTree("\(folder)/\(entry.name)")
      }
    }
  }

  private func copy(
    of plugin: InstalledPlugin, _ manifest: [UInt8]
  ) throws(FileError) -> PluginCopy {
    try prepare()
    let root = try PluginFile.resolve(plugin.folder)
    let library = String(plugin.libraryPath.dropFirst(root.count + 1))
    let hasResources = plugin.manifest.permissions.resources
    let files = try PluginFiles(
      in: root, manifest: manifest, library: library, hasResources: hasResources)
    let expected = plugin.manifest.sha256(for: .current)
    let present = try files.digest(expecting: expected)
    if holds(present, library, hasResources) { return place(present, library) }

    let temporary = "\(folder)/.new-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    guard mkdir(temporary, 0o700) == 0 else { throw .system(temporary) }
    do throws(FileError) {
      let hash = try files.digest(expecting: expected, copyingTo: temporary)
      try put(temporary, hash)
      return place(hash, library)
    } catch {
      PluginFile.removeTree(temporary)
      throw error
    }
  }

  private func place(_ hash: String, _ library: String) -> PluginCopy {
    PluginCopy(
      hash: hash, folder: "\(folder)/\(hash)", libraryPath: "\(folder)/\(hash)/\(library)")
  }

  /// Whether there is a copy, and it is what it says: a crash of the machine may have cut it short.
  private func holds(_ hash: String, _ library: String, _ hasResources: Bool) -> Bool {
    let copy = "\(folder)/\(hash)"
    do throws(FileError) {
      let manifest = try PluginFile.read(
        "\(copy)/\(Manifest.fileName)", atMost: Manifest.maximumBytes)
      let files = try PluginFiles(
        in: copy, manifest: manifest, library: library, hasResources: hasResources)
      return try files.digest() == hash
    } catch {
      return false
    }
  }

  /// Gives a finished copy its name; an unsound one of that name makes room.
  private func put(_ temporary: String, _ hash: String) throws(FileError) {
    let final = "\(folder)/\(hash)"
    if rename(temporary, final) == 0 { return }
    let old = "\(folder)/.old-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    guard rename(final, old) == 0 else { throw .system(final) }
    PluginFile.removeTree(old)
    guard rename(temporary, final) == 0 else { throw .system(final) }
  }
}
