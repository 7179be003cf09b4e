import Glibc

/// Reads files and folders that anybody may have written: pipes do not block, sizes are bounded.
package enum BoundedFile {
  package struct Failure: Error {
    package let message: String
    /// Only descriptors or memory were short: the same may work later.
    var isPassing = false

    package init(_ message: String) { self.message = message }

    /// The failure in `errno`.
    static var system: Failure {
      let code = errno
      var failure = Failure(String(cString: strerror(code)))
      failure.isPassing = [EMFILE, ENFILE, ENOMEM].contains(code)
      return failure
    }
  }

  /// Throws unless the path is that of a regular file.
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

  /// The sorted names of visible files with one of these endings; nil without such a folder.
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

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  package static func isReadableByAll(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// Also for a link to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The most names in one folder.
  private static let maximumNames = 10_000
}
