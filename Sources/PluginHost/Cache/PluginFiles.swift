import ButtonProtocol
import Glibc

/// The files of a plugin, which are hashed and copied together.
package struct PluginFiles {
  package static let maximumLibraryBytes = 256 << 20
  /// The limit for all resources together.
  package static let maximumResourceBytes = 64 << 20

  struct File {
    /// Relative to the plugin's folder.
    let name: String
    let path: String
  }

  /// The plugin's folder, with links resolved.
  let root: String
  let manifest: [UInt8]
  let library: File
  let resources: [File]

  /// `library` is relative to the folder.
  init(
    in root: String, manifest: [UInt8], library: String, hasResources: Bool
  ) throws(FileError) {
    self.root = root
    self.manifest = manifest
    self.library = File(name: library, path: "\(root)/\(library)")
    let found = hasResources ? try FolderListing(of: root).files : []
    resources = found.sorted().filter { $0 != library && $0 != Manifest.fileName }.map {
      File(name: $0, path: "\(root)/\($0)")
    }
  }

  /// Hashes all files and, if asked to, copies them into a new folder. Throws if the library's
  /// SHA-256 is not `expecting`.
  func digest(expecting: String? = nil, copyingTo copy: String? = nil) throws(FileError) -> String {
    var hash = SHA256()
    hash.update(label: Manifest.fileName, count: UInt64(manifest.count))
    manifest.withUnsafeBytes { hash.update($0) }
    if let copy { try FileCopy.write(manifest, to: "\(copy)/\(Manifest.fileName)") }

    var libraryHash = SHA256()
    var room = PluginFiles.maximumLibraryBytes
    try add(library, to: &hash, and: &libraryHash, room: &room, copyingTo: copy, mode: 0o500)
    let found = libraryHash.finish()
    if let expecting, found != expecting {
      throw FileError(
        path: library.path,
        what: "its SHA-256 is \(found.prefix(12))…, the manifest says "
          + "\(expecting.prefix(12)); a packed plugin names its hash: install the new pack")
    }
    room = PluginFiles.maximumResourceBytes
    for file in resources {
      var unused = SHA256()
      try add(file, to: &hash, and: &unused, room: &room, copyingTo: copy, mode: 0o400)
    }
    return hash.finish()
  }

  private func add(
    _ file: File, to hash: inout SHA256, and own: inout SHA256, room: inout Int,
    copyingTo copy: String?, mode: mode_t
  ) throws(FileError) {
    let source = try FileCopy(of: file.path)
    guard source.size <= room else {
      throw FileError(path: file.path, what: "there is room for \(room) bytes more, no further")
    }
    room -= source.size
    hash.update(label: file.name, count: UInt64(source.size))
    var target: FileCopy.Target?
    if let copy {
      try FileCopy.makeFolders(of: file.name, in: copy)
      target = try FileCopy.Target("\(copy)/\(file.name)", mode: mode)
    }
    try source.forEachPiece { piece throws(FileError) in
      hash.update(piece)
      own.update(piece)
      try target?.write(piece)
    }
  }
}

extension InstalledPlugin {
  /// Why the library would not be loaded: it cannot be read, or its hash is not the manifest's. Nil
  /// if it would be.
  package var libraryFault: FileError? {
    do throws(FileError) {
      let root = try PluginFile.resolve(folder)
      let files = try PluginFiles(
        in: root, manifest: [], library: String(libraryPath.dropFirst(root.count + 1)),
        hasResources: false)
      _ = try files.digest(expecting: manifest.sha256(for: .current))
      return nil
    } catch {
      return error
    }
  }
}
