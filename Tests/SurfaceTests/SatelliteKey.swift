import FoundationEssentials
import TestSupport

/// What a server has last said of one key.
struct SatelliteKey {
  let message: SatelliteMessage
  /// The picture's bytes: rows of red, green and blue, or a file if the message says which.
  let bitmap: [UInt8]?
  /// Whether the picture is a PNG file.
  let isPNG: Bool
  let text: String?

  init(_ message: SatelliteMessage) throws {
    self.message = message
    let mark = "data:image/png;base64,"
    let picture = message["BITMAP"]
    let isFile = picture?.hasPrefix(mark) == true
    isPNG = isFile
    bitmap = try picture.map {
      try SatelliteKey.decode(isFile ? String($0.dropFirst(mark.count)) : $0)
    }
    text = try message["TEXT"].map { String(decoding: try SatelliteKey.decode($0), as: UTF8.self) }
  }

  /// The colour behind the text, as it came.
  var color: String? { message["COLOR"] }
  var textColor: String? { message["TEXTCOLOR"] }
  /// Where it is: page, row and column.
  var location: String? { message["LOCATION"] }
  var isPressed: Bool { message["PRESSED"] == "1" }

  private static func decode(_ text: String) throws -> [UInt8] {
    guard let data = Data(base64Encoded: text) else {
      throw TestFailure("this is not Base64: \(text.prefix(80))")
    }
    return Array(data)
  }
}

extension SatelliteKey: CustomStringConvertible {
  var description: String {
    let arguments = message.order.map { key in
      key == "BITMAP" ? "BITMAP of \(bitmap?.count ?? 0) bytes" : "\(key)=\(message[key] ?? "")"
    }
    return arguments.joined(separator: " ") + (text.map { " ('\($0)')" } ?? "")
  }
}
