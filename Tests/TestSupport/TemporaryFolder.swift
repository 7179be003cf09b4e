import FoundationEssentials
import Glibc

/// A folder of one test's own, with a path short enough for sockets, removed with the object.
package final class TemporaryFolder {
  /// Its absolute path, without a trailing slash.
  package let path: String

  package init() {
    var template = Array("/tmp/buttond-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { name in
      name.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    precondition(made, "no folder can be made in /tmp: errno \(errno)")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of an entry, which need not exist.
  package func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ contents: String, to name: String) -> String {
    let path = file(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "\(path) cannot be written: errno \(errno)")
    defer { close(descriptor) }
    var contents = contents
    let written = contents.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    precondition(written == contents.utf8.count, "\(path) was written in part")
    return path
  }
}
