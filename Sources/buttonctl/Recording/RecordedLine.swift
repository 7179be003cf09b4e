import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import JSONRPC

/// One line of a recording after the header.
enum RecordedLine {
  /// A client's request.
  case input(InputReceivedNotification)
  /// A part of a frame.
  case frame(ButtonsUpdatedNotification)
  /// Everything before it is published.
  case settled
  /// The last line, with the numbers of inputs and frames.
  case end(inputs: Int, frames: Int)

  init(json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    if let input = json.member("input") {
      do { self = .input(try InputReceivedNotification(json: input)) } catch {
        throw error.under("input")
      }
    } else if let frame = json.member("frame") {
      do { self = .frame(try ButtonsUpdatedNotification(json: frame)) } catch {
        throw error.under("frame")
      }
    } else if json.member("settled") != nil {
      self = .settled
    } else if let end = json.member("end") {
      do {
        let members = try Members(of: end)
        self = .end(
          inputs: try members.required("inputs"), frames: try members.required("frames"))
      } catch { throw error.under("end") }
    } else {
      throw .invalidParams(
        "this is not a line of a recording: it has no input, frame, settled or end")
    }
  }

  /// A line with one member.
  static func text(_ name: StaticString, _ value: JSONDocument) -> JSONDocument {
    JSONDocument { writer in
      writer.key(name)
      value.bytes.withUnsafeBytes { writer.value(raw: $0) }
    }
  }

  /// Everything before this line is published.
  static func settled(_ answer: SyncResponse) -> JSONDocument {
    text(
      "settled",
      JSONDocument { writer in
        writer.member(.tick, answer.tick)
        writer.member(.revision, answer.revision)
      })
  }

  /// `isLost`: the daemon went away before the recording was ended.
  static func end(inputs: Int, frames: Int, isLost: Bool) -> JSONDocument {
    text(
      "end",
      JSONDocument { writer in
        writer.member("inputs", inputs)
        writer.member("frames", frames)
        if isLost { writer.member("daemonLost", true) }
      })
  }
}

/// The file of a recording, written line by line in printable text.
final class RecordingWriter {
  /// The destination's name, for people.
  let name: String
  private let descriptor: Int32

  /// Only the owner may read the file; an existing one is replaced only if `replacing`.
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
          ? "\(path) exists already: name another file, or give --force"
          : "\(path) cannot be written: \(ClientError.systemMessage())")
    }
  }

  deinit { close(descriptor) }

  func write(_ json: JSONDocument) throws(ClientError) {
    let text = PrintableJSON.text(String(decoding: json.bytes, as: UTF8.self))
    let error = WholeWrite.write(Array(text.utf8) + [UInt8(ascii: "\n")], to: descriptor)
    // The reader of standard output may have had enough.
    if error == EPIPE, name == "standard output" { exit(0) }
    guard error == 0 else {
      throw ClientError(
        .unsendable, "\(name) cannot be written: \(ClientError.systemMessage(error))")
    }
  }
}
