import Glibc

/// Files as bytes.
package enum FileBytes {
  /// Everything in a file.
  package static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestFailure("\(path): errno \(errno)") }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard Glibc.read(descriptor, &bytes, bytes.count) == bytes.count else {
      throw TestFailure("\(path) was read in part")
    }
    return bytes
  }

  /// Writes a file anew.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw TestFailure("\(path): errno \(errno)") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TestFailure("\(path) was written in part")
    }
  }

  /// Puts a file in its place whole: nobody sees a part of it.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32 = 0o600
  ) throws {
    let new = path + ".new"
    try write(bytes, to: new)
    guard chmod(new, mode) == 0, rename(new, path) == 0 else {
      throw TestFailure("\(path) cannot be put there: errno \(errno)")
    }
  }
}
