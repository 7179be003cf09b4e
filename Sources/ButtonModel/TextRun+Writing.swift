extension TextRun {
  /// Members at their defaults are left out, so that equal runs have equal texts.
  public static func json(_ runs: [TextRun]) -> UTF8String {
    var json: [UInt8] = []
    func append(_ text: String) { json.append(contentsOf: text.utf8) }
    func append(string bytes: [UInt8]) {
      append("\"")
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        case 0..<0x20: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
        default: json.append(byte)
        }
      }
      append("\"")
    }
    append("[")
    for (index, run) in runs.enumerated() {
      append(index == 0 ? "{\"text\":" : ",{\"text\":")
      append(string: run.text.bytes)
      if let color = run.color { append(",\"color\":\(color.json)") }
      if let weight = run.fontWeight { append(",\"fontWeight\":\"\(weight.name)\"") }
      if run.italic { append(",\"italic\":true") }
      if run.underline { append(",\"underline\":true") }
      if run.strikethrough { append(",\"strikethrough\":true") }
      if let link = run.link {
        append(",\"link\":")
        append(string: link.bytes)
      }
      append("}")
    }
    append("]")
    return UTF8String(bytes: json)
  }
}

extension Color {
  fileprivate var json: String {
    switch self {
    case .rgba(let rgba): return "\"\(Color.hex(rgba))\""
    case .named(let name): return "\"\(name.name)\""
    case .dynamic(let color):
      let members = color.members
      let rest = [
        ("dark", members.dark), ("highContrastLight", members.highContrastLight),
        ("highContrastDark", members.highContrastDark),
      ]
      return rest.reduce("{\"light\":\(members.light.json)") { text, member in
        member.1.map { "\(text),\"\(member.0)\":\($0.json)" } ?? text
      } + "}"
    }
  }
}
