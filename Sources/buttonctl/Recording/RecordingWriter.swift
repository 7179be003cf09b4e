import ButtonClient
import ButtonProtocol
import Glibc

/// The file that a recording goes to, line by line, fit to be shown on a terminal.
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
    let text = PrintableJSON.text(String(decoding: json.bytes, as: UTF8.self))
    let error = WholeWrite.write(Array(text.utf8) + [UInt8(ascii: "\n")], to: descriptor)
    guard error == 0 else {
      throw ClientError(
        .unsendable, "\(name) cannot be written: \(String(cString: strerror(error)))")
    }
  }
}
