import ButtonProtocol
import Glibc
import PluginHost

/// Writes the one file in which a plugin is distributed.
///
/// It contains the manifest, the list of hashes, and the plugin's files sorted by name. The same
/// files make the same bytes on any machine at any time.
package enum PluginArchive {
  package static let suffix = ".buttond-plugin"

  /// Replaces an existing archive atomically. The library is asked first.
  package static func write(
    _ source: PluginSource, to path: String, asking trial: LibraryTrial? = nil
  ) throws(ToolError) {
    guard path.hasSuffix(suffix), path.split(separator: "/").last.map(String.init) != suffix else {
      throw ToolError("'\(path)' must end in \(suffix), so that nothing else is overwritten")
    }
    try trial?.ask(source.folder, of: source.manifest, named: source.folder)
    let fresh = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 16)).new"
    do throws(ToolError) {
      try writeNew(source, to: fresh)
      guard rename(fresh, path) == 0 else { throw .system(path) }
    } catch {
      unlink(fresh)
      throw error
    }
  }

  /// The file must not exist.
  static func writeNew(_ source: PluginSource, to path: String) throws(ToolError) {
    var manifestHash = SHA256()
    source.manifestBytes.withUnsafeBytes { manifestHash.update($0) }
    var list = HashList([Manifest.fileName: manifestHash.finish()])
    for file in source.files { list.hashes[file.name] = file.hash }

    let target = try ToolError.from { () throws(FileError) in
      try FileCopy.Target(path, mode: 0o666)
    }
    try put(source.manifestBytes, Manifest.fileName, target)
    try put(Array(list.text.utf8), HashList.fileName, target)
    for file in source.files { try put(file, of: source.folder, target) }
    let end = [UInt8](repeating: 0, count: 2 * ArchiveHeader.blockSize)
    try write(end, target)
    try ToolError.from { () throws(FileError) in try target.sync() }
  }

  private static func put(
    _ bytes: [UInt8], _ name: String, _ target: FileCopy.Target
  ) throws(ToolError) {
    let header = try ArchiveHeader(name: name, size: bytes.count, isExecutable: false)
    try write(header.bytes + bytes, target)
    try write([UInt8](repeating: 0, count: header.paddedSize - header.size), target)
  }

  private static func put(
    _ file: PluginSource.File, of folder: String, _ target: FileCopy.Target
  ) throws(ToolError) {
    let header = try ArchiveHeader(
      name: file.name, size: file.size, isExecutable: file.isLibrary)
    try write(header.bytes, target)
    try ToolError.from { () throws(FileError) in
      let path = "\(folder)/\(file.name)"
      let copy = try FileCopy(of: try PluginFile.resolve(path))
      var hash = SHA256()
      var isAsBefore = copy.size == file.size
      if isAsBefore {
        try copy.forEachPiece { piece throws(FileError) in
          hash.update(piece)
          try target.write(piece)
        }
        isAsBefore = hash.finish() == file.hash
      }
      guard isAsBefore else {
        throw FileError(path: path, what: "was changed while it was packed; pack again")
      }
    }
    try write([UInt8](repeating: 0, count: header.paddedSize - header.size), target)
  }

  private static func write(
    _ bytes: [UInt8], _ target: FileCopy.Target
  ) throws(ToolError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try target.write(bytes) }
    }
    try ToolError.from { () throws(FileError) in try result.get() }
  }
}
