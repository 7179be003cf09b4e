import Glibc

/// Reads of files and folders that anybody may have written: no pipe blocks them, no size surprises
/// them.
package enum BoundedFile {
  /// What went wrong, in words.
  package struct Failure: Error {
    package let message: String
    /// Whether only descriptors or memory were short, so that the same may work later.
    var isPassing = false

    package init(_ message: String) { self.message = message }

    /// The reason that the system's last call left behind.
    static var system: Failure {
      let code = errno
      var failure = Failure(String(cString: strerror(code)))
      failure.isPassing = [EMFILE, ENFILE, ENOMEM].contains(code)
      return failure
    }
  }

  /// A regular file's bytes.
  package static func read(_ path: String, atMost limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("is not a regular file") }
    guard status.st_size <= limit else {
      throw Failure("has \(status.st_size) bytes; \(limit) are the most")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system }
      if got == 0 { break }
      count += got
    }
    guard count < bytes.count else { throw Failure("grew while it was read; try again") }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// The names of a folder's visible files with one of these endings, in order; nil when there is no
  /// such folder.
  static func names(in folder: String, endings: [String]) throws(Failure) -> [String]? {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return nil }
      throw .system
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix("."), endings.contains(where: name.hasSuffix) else { continue }
      names.append(name)
      guard names.count <= maximumNames else {
        throw Failure("has more than \(maximumNames) files")
      }
    }
    return names.sorted()
  }

  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether every user of the system may read a file.
  package static func isReadableByAll(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// Whether there is a folder, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The most files that one folder may have.
  private static let maximumNames = 10_000
}
