import ButtonProtocol
import JSONRPC
package import PluginHost

/// What an archive contains, all of it checked except the contents of libraries and resources.
package struct ArchiveContents: Hashable, Sendable {
  package let manifest: Manifest
  package let manifestBytes: [UInt8]
  /// The libraries and resources.
  package let files: [ArchiveIndex.Entry]
  package let hashes: HashList

  /// Reads and checks all but the files' contents of an archive of `size` bytes; `read` returns a
  /// range of them. `name` is for messages.
  package init(
    _ name: String, size: Int, read: (Range<Int>) throws(ToolError) -> [UInt8]
  ) throws(ToolError) {
    do throws(ToolError) {
      let index = try ArchiveIndex(size: size, read: read)
      let entries = index.entries
      guard entries.count >= 3, entries[0].header.name == Manifest.fileName,
        entries[1].header.name == HashList.fileName
      else {
        throw ToolError(
          "must hold \(Manifest.fileName), \(HashList.fileName) and a library, in this order")
      }
      manifestBytes = try ArchiveContents.text(entries[0], atMost: Manifest.maximumBytes, read)
      hashes = try HashList(
        reading: ArchiveContents.text(entries[1], atMost: HashList.maximumBytes, read))
      files = Array(entries.dropFirst(2))
    } catch {
      throw ToolError("\(name): \(error)")
    }
    // The parser's document lives as long as the parser.
    let parser = JSONParser()
    let bytes = manifestBytes
    manifest = try ToolError.from { () throws(ManifestError) in
      try Manifest(bytes, file: "\(name): \(Manifest.fileName)", parser: parser)
    }
    do throws(ToolError) {
      try checkHashes()
      try checkFiles()
    } catch {
      throw ToolError("\(name): \(error)")
    }
  }

  package func isLibrary(_ name: String) -> Bool {
    manifest.library.contains { $0.value == name }
  }

  /// Every file must be in the list, and nothing else; the manifest's own hash is compared at once.
  private func checkHashes() throws(ToolError) {
    var hash = SHA256()
    manifestBytes.withUnsafeBytes { hash.update($0) }
    guard hashes.hashes[Manifest.fileName] == hash.finish() else {
      throw ToolError("\(Manifest.fileName) is not the file that was packed: its SHA-256 differs")
    }
    let listed = Set(hashes.hashes.keys)
    let held = Set(files.map(\.header.name) + [Manifest.fileName])
    if let name = held.subtracting(listed).min() {
      throw ToolError("'\(name)' is not in \(HashList.fileName)")
    }
    if let name = listed.subtracting(held).min() {
      throw ToolError(
        "\(HashList.fileName) lists '\(ArchiveHeader.shown(name))', which is not there")
    }
    for library in manifest.library {
      let said = manifest.sha256.last { $0.platform == library.platform }?.value
      guard let said, said == hashes.hashes[library.value] else {
        throw ToolError(
          "\(Manifest.fileName): sha256 must say of \(library.value) what \(HashList.fileName) "
            + "does")
      }
    }
  }

  /// The manifest must need each file, and the files must not be too large.
  private func checkFiles() throws(ToolError) {
    var room = PluginFiles.maximumResourceBytes
    for file in files {
      let header = file.header
      let isLibrary = isLibrary(header.name)
      guard isLibrary || manifest.permissions.resources else {
        throw ToolError(
          "'\(header.name)' is not a library of the manifest, which does not ask for resources")
      }
      guard isLibrary == header.isExecutable else {
        throw ToolError("'\(header.name)' has a mode that packing would not give it")
      }
      if isLibrary {
        guard header.size <= PluginFiles.maximumLibraryBytes else {
          throw ToolError(
            "'\(header.name)' has more than \(PluginFiles.maximumLibraryBytes) bytes")
        }
      } else {
        room -= header.size
      }
    }
    guard room >= 0 else {
      throw ToolError("the resources have more than \(PluginFiles.maximumResourceBytes) bytes")
    }
  }

  private static func text(
    _ entry: ArchiveIndex.Entry, atMost limit: Int,
    _ read: (Range<Int>) throws(ToolError) -> [UInt8]
  ) throws(ToolError) -> [UInt8] {
    guard entry.header.size <= limit else {
      throw ToolError("'\(entry.header.name)' has more than \(limit) bytes")
    }
    return try read(entry.offset..<entry.offset + entry.header.size)
  }
}
