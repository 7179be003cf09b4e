import ButtonProtocol
import JSONRPC

/// What can be set of a device, as its client lists it: `[{id, type, default?, min?, choices?}]`.
struct SatelliteSettings {
  /// The value of each field that nobody has set, as a JSON object; nil where there are none.
  let defaults: String?

  /// Reads a list in Base64, with or without padding.
  init(base64 text: String) throws(SatelliteError) {
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    guard let bytes = Base64.bytes(unpadded: text),
      let fields = bytes.withUnsafeBytes({ try? parser.parse(copying: $0) }), fields.isArray
    else { throw SatelliteError("Invalid CONFIG_FIELDS") }
    var writer = JSONWriter()
    var count = 0
    writer.beginObject()
    for field in fields.elements {
      guard let id = field.member("id")?.string, let type = field.member("type")?.string else {
        throw SatelliteError("Invalid CONFIG_FIELDS")
      }
      // A text that is only shown has no value.
      if type == "static-text" { continue }
      count += 1
      writer.key(id)
      if let usual = field.member("default"), !usual.isNull {
        writer.copy(usual)
        continue
      }
      switch type {
      case "number":
        if let least = field.member("min") { writer.copy(least) } else { writer.int(0) }
      case "checkbox": writer.bool(false)
      case "dropdown":
        var choices = field.member("choices")?.elements
        if let first = choices?.next()?.member("id") { writer.copy(first) } else { writer.null() }
      default: writer.string("")
      }
    }
    writer.endObject()
    defaults = count == 0 ? nil : writer.string
  }
}

extension Base64 {
  /// Decodes a text that may lack its padding, which old clients cut off.
  static func bytes(unpadded text: String) -> [UInt8]? {
    bytes(Array(text.utf8) + Array(repeating: UInt8(ascii: "="), count: -text.utf8.count & 3))
  }
}
