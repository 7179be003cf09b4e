import ButtonClient
import Glibc

/// The file that a recording goes to, line by line.
final class RecordingWriter {
  /// Its name, for people.
  let name: String
  private let descriptor: Int32

  /// Makes a file that only its owner may read; one that is there is replaced only if that is allowed.
  init(_ path: String, replacing: Bool) throws(ClientError) {
    if path == "-" {
      (name, descriptor) = ("standard output", dup(STDOUT_FILENO))
      return
    }
    name = path
    let rule = replacing ? O_TRUNC : O_EXCL
    descriptor = open(path, O_WRONLY | O_CREAT | rule | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let isThere = errno == EEXIST
      throw ClientError(
        .unsendable,
        isThere
          ? "\(path) is there already: name another file, or give --force"
          : "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Adds a line.
  func write(_ json: JSONDocument) throws(ClientError) {
    let bytes = json.bytes + [UInt8(ascii: "\n")]
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw ClientError(
          .unsendable, "\(name) cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }
}
