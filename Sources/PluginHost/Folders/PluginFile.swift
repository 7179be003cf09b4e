import Glibc

/// Reads in plugins' folders, which may contain anything: no pipe blocks a read, and sizes are
/// limited.
package enum PluginFile {
  /// How much is read at a time of a file that is larger than `stat` says.
  private static let pieceBytes = 64 << 10

  /// Throws unless it is a regular file.
  package static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, what: "is not a regular file")
    }
    // Some of the kernel's files have more than the size of 0 that `stat` gives.
    var bytes: [UInt8] = []
    var count = 0
    while true {
      let most = count == 0 ? Int(status.st_size) + 1 : count + PluginFile.pieceBytes
      if count == bytes.count {
        bytes += repeatElement(0, count: min(most, limit + 1) - count)
      }
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .system(path) }
      if got == 0 { break }
      count += got
      guard count <= limit else {
        throw FileError(path: path, what: "has more than \(limit) bytes")
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Fewer if the file is shorter.
  package static func beginning(_ path: String, _ count: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard got >= 0 else { throw .system(path) }
    return Array(bytes.prefix(got))
  }

  /// Links are not followed.
  package enum Kind { case file, folder, other }

  package static func entries(of folder: String) throws(FileError) -> [(name: String, kind: Kind)] {
    guard let stream = opendir(folder) else { throw .system(folder) }
    defer { closedir(stream) }
    var entries: [(name: String, kind: Kind)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
      let kind: Kind =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
      entries.append((name, kind))
    }
    return entries
  }

  /// Visible subfolders and links to folders, sorted.
  package static func subfolders(of folder: String) throws(FileError) -> [String] {
    try entries(of: folder).map(\.name).filter { name in
      !name.hasPrefix(".") && isFolder("\(folder)/\(name)")
    }.sorted()
  }

  /// Removes a file, or a folder and its contents, as far as possible.
  package static func removeTree(_ path: String, depth: Int = 0) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    guard depth < 32, let entries = try? entries(of: path) else { return }
    for entry in entries { removeTree("\(path)/\(entry.name)", depth: depth + 1) }
    rmdir(path)
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Resolves every link; the file must exist.
  package static func resolve(_ path: String) throws(FileError) -> String {
    guard let resolved = realpath(path, nil) else { throw .system(path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
