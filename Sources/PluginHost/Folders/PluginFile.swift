import Glibc

/// What went wrong with a file.
struct FileError: Error, Hashable, CustomStringConvertible {
  let path: String
  let what: String

  var description: String { "\(path): \(what)" }

  /// The reason that the system's last call left behind.
  static func system(_ path: String) -> FileError {
    FileError(path: path, what: String(cString: strerror(errno)))
  }
}

/// Reads of plugins' folders, which may hold anything: no pipe blocks them, no size surprises them.
enum PluginFile {
  /// A regular file's bytes.
  static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, what: "is no regular file")
    }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .system(path) }
      if got == 0 { break }
      count += got
    }
    guard count <= limit else {
      throw FileError(path: path, what: "has more than \(limit) bytes")
    }
    return Array(bytes.prefix(count))
  }

  /// The names of a folder's visible subfolders, links to folders too, in order.
  static func subfolders(of folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw .system(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      var status = stat()
      let isFolder =
        stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      if isFolder { names.append(name) }
    }
    return names.sorted()
  }

  /// A path with every link resolved; the file must be there.
  static func resolve(_ path: String) throws(FileError) -> String {
    guard let resolved = realpath(path, nil) else { throw .system(path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
