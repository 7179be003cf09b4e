/// A line for a Satellite client: arguments in the order in which they are added, which small clients rely on.
package struct SatelliteMessage: Hashable, Sendable {
  private var text: [UInt8]

  /// A message of a kind, `KEY-STATE`, or an answer, `ADD-DEVICE OK`.
  package init(_ kind: String) { text = Array(kind.utf8) }

  /// The answer to a line that cannot be followed.
  package static func failure(
    _ command: String, device: String? = nil, _ message: String
  ) -> SatelliteMessage {
    var answer = SatelliteMessage(command.isEmpty ? "ERROR" : "\(command) ERROR")
    if let device { answer.add("DEVICEID", device) }
    answer.add("MESSAGE", message)
    return answer
  }

  /// Adds a text, in quotes.
  package mutating func add(_ name: String, _ value: String) {
    begin(name)
    text.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { bytes in
      // A picture is a long run without any of these.
      var start = 0
      for (place, byte) in bytes.enumerated() {
        let escape: [UInt8]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape = [UInt8(ascii: "\\"), byte]
        case 0..<0x20, 0x7F: escape = [UInt8(ascii: " ")]
        default: continue
        }
        text += bytes[start..<place]
        text += escape
        start = place + 1
      }
      text += bytes[start...]
    }
    text.append(UInt8(ascii: "\""))
  }

  /// Adds a number.
  package mutating func add(_ name: String, _ value: Int) {
    begin(name)
    text += Array("\(value)".utf8)
  }

  /// Adds 1 or 0.
  package mutating func add(_ name: String, _ value: Bool) { add(name, value ? 1 : 0) }

  /// The line, with its end.
  package var line: [UInt8] { text + [UInt8(ascii: " "), UInt8(ascii: "\n")] }

  /// A hash of the line, to tell whether another one says the same.
  package var digest: Int {
    var hasher = Hasher()
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  private mutating func begin(_ name: String) {
    text.append(UInt8(ascii: " "))
    text += Array(name.utf8)
    text.append(UInt8(ascii: "="))
  }
}
