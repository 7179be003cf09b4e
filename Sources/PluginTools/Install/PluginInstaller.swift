import ButtonModel
import CPlatform
import Glibc
import PluginHost

/// Puts plugins into a folder of plugin folders atomically: a daemon that looks there sees the old
/// version or the new one, never part of one.
package struct PluginInstaller {
  package struct Outcome: Hashable, Sendable {
    package let id: String
    /// As definitions may name it.
    package let name: String
    package let version: String
    package let folder: String
    package let replacedVersion: String?
    /// As definitions may name them.
    package let styles: [String]
    package let handlers: [String]
  }

  let root: String
  /// Nil to trust the manifests.
  private let trial: LibraryTrial?

  /// Makes the folder if it does not exist.
  package init(into root: String, asking trial: LibraryTrial? = nil) throws(ToolError) {
    self.root = try PluginInstaller.make(root)
    self.trial = trial
  }

  /// Installs an archive, or a folder that could be packed. If anything fails, nothing changes.
  @discardableResult
  package func install(_ path: String) throws(ToolError) -> Outcome {
    let lock = try FolderLock(root)
    let staging = lock.hiddenPath(.installing)
    guard mkdir(staging, 0o700) == 0 else { throw .system(root) }
    defer { PluginFile.removeTree(staging) }
    let outcome = try install(path, by: staging)
    lock.sync()
    return outcome
  }

  private func install(_ path: String, by staging: String) throws(ToolError) -> Outcome {
    var archivePath = path
    if PluginFile.isFolder(path) {
      archivePath = "\(staging)/archive"
      try PluginArchive.writeNew(try PluginSource(path), to: archivePath)
    }
    let archive = try ArchiveFile(archivePath)
    let fresh = "\(staging)/plugin"
    try archive.unpack(into: fresh)
    let manifest = archive.contents.manifest
    try checkLibrary(of: manifest, in: fresh, path)
    let (target, old) = try place(of: manifest)
    try trial?.ask(fresh, of: manifest, named: path)
    try put(fresh, at: target)
    let name = manifest.shortName ?? manifest.id
    return Outcome(
      id: manifest.id, name: name, version: manifest.version, folder: target,
      replacedVersion: old, styles: manifest.styles.map { "\(name)/\($0.name)" },
      handlers: manifest.handlers.map { "\(name)/\($0.name)" })
  }

  /// The unpacked plugin must be one that this machine runs.
  private func checkLibrary(
    of manifest: Manifest, in folder: String, _ path: String
  ) throws(ToolError) {
    guard let library = manifest.library(for: .current) else {
      let platforms = manifest.library.map(\.platform).joined(separator: ", ")
      throw ToolError(
        "\(path): is for \(platforms), and this machine is \(Platform.current.name)")
    }
    let header = try ToolError.from { () throws(FileError) in
      try PluginFile.beginning("\(folder)/\(library)", LibraryFormat.headerBytes)
    }
    if let refusal = LibraryFormat.refusal(header, for: Platform.current.name) {
      throw ToolError("\(path): \(library) \(refusal)")
    }
    _ = try ToolError.from { () throws(ManifestError) in
      try PluginFolders([]).read(folder, keepsShortName: true)
    }
  }

  /// The folder of an older version, or else one named by the id.
  private func place(
    of manifest: Manifest
  ) throws(ToolError) -> (folder: String, oldVersion: String?) {
    let others = PluginFolders([root]).scan().plugins
    if let name = manifest.shortName,
      let other = others.first(where: { $0.manifest.id != manifest.id && $0.shortName == name })
    {
      throw ToolError(
        "the short name '\(name)' belongs to \(other.manifest.id) in \(other.folder); give the "
          + "plugin another \"name\" in \(Manifest.fileName), or install it --into another folder")
    }
    let old = others.first { $0.manifest.id == manifest.id }
    let folder = old?.folder ?? "\(root)/\(manifest.id)"
    if PluginSource.isSourceFolder(folder) {
      throw ToolError(
        "\(folder) holds the plugin's sources, which installing would delete; install it --into "
          + "another folder")
    }
    return (folder, old?.manifest.version)
  }

  /// Gives the finished folder its name; an older folder gets the staging folder's.
  private func put(_ fresh: String, at target: String) throws(ToolError) {
    var code = csystem_rename_new(fresh, target)
    if code == -EEXIST { code = csystem_rename_exchange(fresh, target) }
    if code == 0 { return }
    guard code == -EINVAL || code == -ENOSYS else {
      errno = -code
      throw .system(target)
    }
    // A file system that cannot exchange: for a moment there is neither version.
    let old = "\(fresh)-old"
    let isMoved = rename(target, old) == 0
    guard rename(fresh, target) == 0 else {
      let reason = errno
      if isMoved { rename(old, target) }
      errno = reason
      throw .system(target)
    }
  }

  /// Makes the folder and its parents; returns its path with links resolved.
  private static func make(_ folder: String) throws(ToolError) -> String {
    guard !folder.isEmpty else { throw ToolError("the folder to install into has no name") }
    var path = folder.hasPrefix("/") ? "" : "."
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      guard mkdir(path, 0o755) == 0 || errno == EEXIST || PluginFile.isFolder(path) else {
        throw .system(path)
      }
    }
    let resolved = try ToolError.from { () throws(FileError) in try PluginFile.resolve(folder) }
    guard PluginFile.isFolder(resolved) else { throw ToolError("\(folder) is not a folder") }
    return resolved
  }
}
