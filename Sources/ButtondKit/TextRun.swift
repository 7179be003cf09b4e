/// A run: a part of a title with attributes that are not those of the rest.
public struct TextRun: Hashable, Sendable {
  /// What it says.
  public var text: String
  /// Nil: the title's.
  public var color: Color?
  /// Nil: the title's.
  public var fontWeight: FontWeight?
  /// Whether it is drawn in italics.
  public var italic: Bool
  /// Whether a line is drawn under it.
  public var underline: Bool
  /// Whether a line is drawn through it.
  public var strikethrough: Bool
  /// An address of https, http or mailto that opens with a click; nil for none.
  public var link: String?

  /// A run that looks like the rest of the title but for what is given.
  public init(
    _ text: String, color: Color? = nil, fontWeight: FontWeight? = nil, italic: Bool = false,
    underline: Bool = false, strikethrough: Bool = false, link: String? = nil
  ) {
    self.text = text
    self.color = color
    self.fontWeight = fontWeight
    self.italic = italic
    self.underline = underline
    self.strikethrough = strikethrough
    self.link = link
  }

  /// The runs as the host takes them, with colours as they are on the display of a call.
  static func json(_ runs: [TextRun], for call: PluginCall) -> String {
    "[" + runs.map { $0.json(for: call) }.joined(separator: ",") + "]"
  }

  private func json(for call: PluginCall) -> String {
    var members = ["\"text\":\(TextRun.quoted(text))"]
    switch color?.value(for: call) {
    case .string(let name): members.append("\"color\":\(TextRun.quoted(name))")
    case .rgba(let rgba): members.append("\"color\":\"\(TextRun.hex(rgba))\"")
    case nil, .null, .bool, .int, .float, .json: break
    }
    if let fontWeight { members.append("\"fontWeight\":\"\(fontWeight.rawValue)\"") }
    if italic { members.append("\"italic\":true") }
    if underline { members.append("\"underline\":true") }
    if strikethrough { members.append("\"strikethrough\":true") }
    if let link { members.append("\"link\":\(TextRun.quoted(link))") }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  static func hex(_ rgba: UInt32) -> String {
    let digits = String(rgba, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
