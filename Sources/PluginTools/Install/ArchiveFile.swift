import ButtonProtocol
import Glibc
import PluginHost

/// An open archive whose headers, manifest and list of hashes are valid.
final class ArchiveFile {
  let contents: ArchiveContents
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(ToolError) {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(path) }
    self.descriptor = descriptor
    do throws(ToolError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .system(path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw ToolError("\(path) is not a file; give an archive or a plugin's folder")
      }
      contents = try ArchiveContents(path, size: status.st_size) { range throws(ToolError) in
        try ArchiveFile.read(range, descriptor)
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Writes the plugin's files into a new folder, and checks each against its hash.
  func unpack(into folder: String) throws(ToolError) {
    guard mkdir(folder, 0o755) == 0 else { throw .system(folder) }
    try ToolError.from { () throws(FileError) in
      try FileCopy.write(
        contents.manifestBytes, to: "\(folder)/\(Manifest.fileName)", mode: 0o644)
    }
    for file in contents.files { try unpack(file, into: folder) }
  }

  private func unpack(_ file: ArchiveIndex.Entry, into folder: String) throws(ToolError) {
    let name = file.header.name
    let target = try ToolError.from { () throws(FileError) in
      try FileCopy.makeFolders(of: name, in: folder, mode: 0o755)
      return try FileCopy.Target(
        "\(folder)/\(name)", mode: file.header.isExecutable ? 0o755 : 0o644)
    }
    var hash = SHA256()
    var offset = file.offset
    let end = offset + file.header.size
    while offset < end {
      let bytes = try ArchiveFile.read(offset..<min(end, offset + 256 * 1024), descriptor)
      let result = bytes.withUnsafeBytes { piece in
        hash.update(piece)
        return Result { () throws(FileError) in try target.write(piece) }
      }
      try ToolError.from { () throws(FileError) in try result.get() }
      offset += bytes.count
    }
    guard hash.finish() == contents.hashes.hashes[name] else {
      throw ToolError("\(path): '\(name)' is not the file that was packed: its SHA-256 differs")
    }
    try ToolError.from { () throws(FileError) in try target.sync() }
  }

  private static func read(
    _ range: Range<Int>, _ descriptor: Int32
  ) throws(ToolError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress?.advanced(by: count), $0.count - count,
          range.lowerBound + count)
      }
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { throw ToolError("is cut short") }
      count += got
    }
    return bytes
  }
}
