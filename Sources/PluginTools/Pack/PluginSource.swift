import ButtonProtocol
import Glibc
import JSONRPC
package import PluginHost

/// A plugin's folder as its author has it: the files that belong to the plugin, after every check
/// that does not run its code.
package struct PluginSource {
  package struct File: Hashable, Sendable {
    package let name: String
    package let size: Int
    package let isLibrary: Bool
    /// SHA-256 in lower-case hexadecimal.
    package let hash: String
  }

  package let folder: String
  package let manifest: Manifest
  /// The manifest with the libraries' SHA-256 in it.
  package let manifestBytes: [UInt8]
  /// Libraries and resources, sorted by name.
  package let files: [File]
  /// What is neither packed nor a source, sorted.
  package let leftOut: [String]

  package static func requireManifest(in folder: String) throws(ToolError) {
    guard PluginFile.isFile("\(folder)/\(Manifest.fileName)") else {
      throw ToolError(
        "\(folder)/\(Manifest.fileName) is missing; give a plugin's folder, or make one with "
          + "`buttonctl plugin new`")
    }
  }

  /// The library for this machine that a manifest names, if it does not exist.
  static func unbuiltLibrary(of manifest: Manifest, in folder: String) -> String? {
    manifest.library(for: .current).flatMap {
      access("\(folder)/\($0)", F_OK) == 0 ? nil : $0
    }
  }

  /// The source saved last, if that was after the library for this machine was built.
  static func unbuiltSource(of manifest: Manifest, in folder: String) -> String? {
    func saved(_ name: String) -> (Int, Int)? {
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0 else { return nil }
      return (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
    guard let built = manifest.library(for: .current).flatMap(saved) else { return nil }
    let sources = ((try? FolderListing(of: folder))?.files ?? []).filter { name in
      codeEndings.contains { name.hasSuffix($0) } && name != "Package.swift"
        && !["Tests/", "tests/", "build/"].contains { name.hasPrefix($0) }
    }
    let last = sources.compactMap { name in saved(name).map { (name: name, time: $0) } }
      .max { $0.time < $1.time }
    return last.flatMap { $0.time > built ? $0.name : nil }
  }

  package init(_ folder: String) throws(ToolError) {
    let file = "\(folder)/\(Manifest.fileName)"
    guard PluginFile.isFolder(folder) else { throw ToolError("\(folder): there is no such folder") }
    guard PluginFile.isFile(file) else {
      throw ToolError("\(file) is missing: \(folder) is not a plugin's folder")
    }
    let bytes = try ToolError.from { () throws(FileError) in
      try PluginFile.read(file, atMost: Manifest.maximumBytes)
    }
    let parser = JSONParser()
    manifest = try ToolError.from { () throws(ManifestError) in
      try Manifest(bytes, file: file, parser: parser)
    }
    // The library for this machine must exist, and be in the folder with links resolved.
    let own = manifest
    do throws(ManifestError) {
      _ = try PluginFolders([]).read(folder, keepsShortName: true)
    } catch {
      if let library = PluginSource.unbuiltLibrary(of: own, in: folder) {
        throw ToolError("\(folder)/\(library): the library is not built: run make")
      }
      throw ToolError("\(error)")
    }
    self.folder = folder
    var files: [File] = []
    for library in Set(manifest.library.map(\.value)).sorted() {
      let found = try PluginSource.hash(library, in: folder, isLibrary: true)
      try PluginSource.checkLibrary(library, in: folder, of: manifest)
      files.append(found)
    }
    let libraries = files.map(\.name)
    if manifest.permissions.resources {
      files += try PluginSource.resources(of: folder, without: libraries)
      leftOut = []
    } else {
      leftOut = (try? PluginSource.others(in: folder, than: libraries)) ?? []
    }
    self.files = files.sorted { $0.name < $1.name }
    manifestBytes = try SealedManifest.bytes(
      bytes, manifest, hashes: Dictionary(files.map { ($0.name, $0.hash) }) { first, _ in first },
      file: file)
  }

  /// The short name, or else the id, with the version.
  package var fileName: String {
    "\(manifest.shortName ?? manifest.id)-\(manifest.version)"
  }

  /// A file of a folder that is both source and plugin is a source, or a product of the tools.
  static func isSource(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    if let first = parts.first, parts.count > 1, sourceFolders.contains(String(first)) {
      return true
    }
    guard let last = parts.last else { return true }
    if parts.count == 1, sourceFiles.contains(String(last)) { return true }
    return sourceEndings.contains { last.hasSuffix($0) }
  }

  /// A folder with what no package has, sources or hidden folders; a link to one does not count.
  static func isSourceFolder(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
    return ((try? PluginFile.entries(of: path)) ?? []).contains { entry in
      switch entry.kind {
      case .folder: entry.name.hasPrefix(".") || sourceFolders.contains(entry.name)
      case .file:
        isSource(entry.name) && entry.name != HashList.fileName && !entry.name.hasSuffix(".so")
      case .other: false
      }
    }
  }

  private static let sourceFolders: Set<String> = ["Sources", "Tests", "tests", "build"]
  private static let sourceFiles: Set<String> = [
    "Makefile", "Package.swift", "Package.resolved", "Exports.map", HashList.fileName,
  ]
  private static let codeEndings = [".c", ".h", ".cpp", ".swift", ".rs"]
  private static let sourceEndings =
    codeEndings + [".o", ".d", ".so", ".new", "~", PluginArchive.suffix]

  private static func checkLibrary(
    _ library: String, in folder: String, of manifest: Manifest
  ) throws(ToolError) {
    let header = try ToolError.from { () throws(FileError) in
      try PluginFile.beginning("\(folder)/\(library)", LibraryFormat.headerBytes)
    }
    for entry in manifest.library where entry.value == library {
      if let refusal = LibraryFormat.refusal(header, for: entry.platform) {
        throw ToolError("\(folder)/\(library) \(refusal)")
      }
    }
  }

  /// What is neither a source nor the manifest nor one of the libraries, sorted.
  private static func others(
    in folder: String, than libraries: [String]
  ) throws(ToolError) -> [String] {
    try ToolError.from { () throws(FileError) in try FolderListing(of: folder).files }
      .filter { $0 != Manifest.fileName && !libraries.contains($0) && !isSource($0) }.sorted()
  }

  private static func resources(
    of folder: String, without libraries: [String]
  ) throws(ToolError) -> [File] {
    var files: [File] = []
    var room = PluginFiles.maximumResourceBytes
    for name in try others(in: folder, than: libraries) {
      files.append(try hash(name, in: folder, isLibrary: false))
      room -= files.last?.size ?? 0
      guard room >= 0 else {
        throw ToolError(
          "\(folder): the resources have more than \(PluginFiles.maximumResourceBytes) bytes")
      }
    }
    return files
  }

  private static func hash(
    _ name: String, in folder: String, isLibrary: Bool
  ) throws(ToolError) -> File {
    try ToolError.from { () throws(FileError) in
      let copy = try FileCopy(of: try PluginFile.resolve("\(folder)/\(name)"))
      guard !isLibrary || copy.size <= PluginFiles.maximumLibraryBytes else {
        throw FileError(
          path: "\(folder)/\(name)",
          what: "has more than \(PluginFiles.maximumLibraryBytes) bytes")
      }
      var hash = SHA256()
      try copy.forEachPiece { piece throws(FileError) in hash.update(piece) }
      return File(name: name, size: copy.size, isLibrary: isLibrary, hash: hash.finish())
    }
  }
}
