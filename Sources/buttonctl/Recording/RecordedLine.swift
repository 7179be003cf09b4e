import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// One line of a recording, behind the first.
enum RecordedLine {
  /// What a client asked for.
  case input(InputReceivedNotification)
  /// A part of a frame.
  case frame(ButtonsUpdatedNotification)
  /// Everything that came before is published.
  case settled
  /// The last line: how many inputs and frames there are.
  case end(inputs: Int, frames: Int)

  /// Reads a line.
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
      throw .invalidParams("this is no line of a recording: it has no input, frame, settled or end")
    }
  }

  /// The line that holds one member.
  static func text(_ name: StaticString, _ value: JSONDocument) -> JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(name)
    value.bytes.withUnsafeBytes { writer.value(raw: $0) }
    writer.endObject()
    return JSONDocument(writer)
  }

  /// The line that says that everything is published.
  static func settled(_ answer: SyncResponse) -> JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("settled")
    writer.beginObject()
    writer.member("tick", answer.tick)
    writer.member("revision", answer.revision)
    writer.endObject()
    writer.endObject()
    return JSONDocument(writer)
  }

  /// The last line; `isLost` when the daemon went away before the recording was ended.
  static func end(inputs: Int, frames: Int, isLost: Bool) -> JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("end")
    writer.beginObject()
    writer.member("inputs", inputs)
    writer.member("frames", frames)
    if isLost { writer.member("daemonLost", true) }
    writer.endObject()
    writer.endObject()
    return JSONDocument(writer)
  }
}
