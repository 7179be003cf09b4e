package import Glibc

/// A regular file, read once from beginning to end.
package final class FileCopy {
  package let size: Int
  private let path: String
  private let descriptor: Int32

  /// Refuses a link, a pipe and a folder.
  package init(of path: String) throws(FileError) {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .system(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw FileError(path: path, what: "is not a regular file")
    }
    self.descriptor = descriptor
    size = status.st_size
  }

  deinit { close(descriptor) }

  /// Passes all bytes in pieces; throws if the file's size has changed.
  package func forEachPiece(
    _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    // Small enough for the heap to reuse: each of libuv's threads copies files.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .system(path) }
      total += count
      guard total <= size, count > 0 || total == size else {
        throw FileError(path: path, what: "was changed while it was read")
      }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// A new file, written from beginning to end.
  package final class Target {
    private let path: String
    private let descriptor: Int32

    /// The file must not exist.
    package init(_ path: String, mode: mode_t) throws(FileError) {
      self.path = path
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
      guard descriptor >= 0 else { throw .system(path) }
    }

    deinit { close(descriptor) }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw .system(path) }
        rest = rest.dropFirst(count)
      }
    }

    package func sync() throws(FileError) {
      guard fsync(descriptor) == 0 else { throw .system(path) }
    }
  }

  package static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t = 0o400
  ) throws(FileError) {
    let target = try Target(path, mode: mode)
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try target.write(bytes) }
    }
    try result.get()
  }

  /// Makes the folders inside `root` that lead to the file `name`.
  package static func makeFolders(
    of name: String, in root: String, mode: mode_t = 0o700
  ) throws(FileError) {
    var path = root
    for part in name.split(separator: "/").dropLast() {
      path += "/\(part)"
      guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .system(path) }
    }
  }
}
