import ButtonProtocol
import Glibc
import JSONRPC

/// Copies of plugins' files, each in a folder named by its hash.
///
/// A worker never loads a file that others may write to: a library overwritten or truncated in
/// place would crash the worker. All methods read and write files: call them off the loop, one at a
/// time.
package struct PluginCache: Sendable {
  /// Nobody else's.
  let folder: String

  /// The folder need not exist.
  package init(folder: String) { self.folder = folder }

  /// Reads a plugin's files, checks what can be checked without running its code, and copies them
  /// unless a sound copy exists.
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
      // Listed before anything is read: what appears later appears in a watched folder.
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

  /// The folders of a plugin's library and resources, without the plugin's folder.
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

  func prepare() throws(FileError) {
    try PrivateFolder.make(folder)
  }

  /// Removes all copies but these, and nothing that is not ours.
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
    let (files, library) = try plugin.files(manifest)
    let hasResources = plugin.manifest.permissions.resources
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

  /// A sound copy exists; a crash of the machine may have cut one short.
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

  /// Gives a finished copy its name, replacing an unsound one.
  private func put(_ temporary: String, _ hash: String) throws(FileError) {
    let final = "\(folder)/\(hash)"
    if rename(temporary, final) == 0 { return }
    let old = "\(folder)/.old-\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    guard rename(final, old) == 0 else { throw .system(final) }
    PluginFile.removeTree(old)
    guard rename(temporary, final) == 0 else { throw .system(final) }
  }
}

extension InstalledPlugin {
  /// The SHA-256 of the files that are there now, as a daemon names those in force.
  package func hash() throws(FileError) -> String {
    let manifest = try PluginFile.read(
      "\(folder)/\(Manifest.fileName)", atMost: Manifest.maximumBytes)
    return try files(manifest).files.digest()
  }

  /// Its files, and the library's path among them.
  fileprivate func files(
    _ bytes: [UInt8]
  ) throws(FileError) -> (files: PluginFiles, library: String) {
    let root = try PluginFile.resolve(folder)
    let library = String(libraryPath.dropFirst(root.count + 1))
    let files = try PluginFiles(
      in: root, manifest: bytes, library: library, hasResources: manifest.permissions.resources)
    return (files, library)
  }
}
