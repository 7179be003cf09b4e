import Glibc

/// Compares a plugin's library with the SHA-256 that its manifest names. Reads files: off the loop.
enum LibraryCheck {
  /// Why a library is not the one expected; nil when it is.
  static func refusal(of path: String, expecting expected: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "\(FileError.system(path))" }
    defer { close(descriptor) }
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return "\(FileError.system(path))" }
      if count == 0 { break }
      hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    let found = hash.finish()
    return found == expected
      ? nil : "\(path): its SHA-256 is \(found), the manifest says \(expected)"
  }
}
