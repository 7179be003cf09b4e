package import ButtonModel
package import JSONRPC

extension Color: JSONDecodable, JSONEncodable {
  private static let memberNames = ["light", "dark", "highContrastLight", "highContrastDark"]

  /// A text, or an object with the colours for light, dark and high contrast.
  package init(json: JSONElement) throws(ProtocolError) {
    switch json.kind {
    case .string:
      guard let text = json.text else { throw .wrongType(json, expected: "a colour") }
      guard let color = Color(text: text.bytes) else { throw .unknownColor(text.string) }
      self = color
    case .object:
      self = .dynamic(try DynamicColor.read(json, patching: nil))
    case .array, .integer, .outOfRangeInteger, .double, .bool, .null:
      throw .wrongType(
        json, expected: "a colour: #RGB, #RRGGBB, #RRGGBBAA, a name, or {\"light\": …}")
    }
  }

  package func write(into writer: inout JSONWriter) {
    switch self {
    case .rgba(let value): writer.string(Color.hex(value))
    case .named(let name): writer.string(name.name)
    case .dynamic(let color):
      writer.beginObject()
      writer.member("light", color.members.light)
      writer.member("dark", ifPresent: color.members.dark)
      writer.member("highContrastLight", ifPresent: color.members.highContrastLight)
      writer.member("highContrastDark", ifPresent: color.members.highContrastDark)
      writer.endObject()
    }
  }

  /// Laid over the colour that it patches.
  init(json: JSONElement, patching present: Color?) throws(ProtocolError) {
    if json.isObject, case .dynamic(let color)? = present {
      self = .dynamic(try DynamicColor.read(json, patching: color))
    } else {
      self = try Color(json: json)
    }
  }

  fileprivate static func checkNames(_ json: JSONElement) throws(ProtocolError) {
    try json.allowOnly(memberNames)
  }
}

extension DynamicColor {
  /// Lays the members over those of the colour that is patched; null removes one.
  fileprivate static func read(
    _ json: JSONElement, patching present: DynamicColor?
  ) throws(ProtocolError) -> DynamicColor {
    try Color.checkNames(json)
    func color(_ name: StaticString, _ old: Color?) throws(ProtocolError) -> Color? {
      guard let value = json.member(name) else { return old }
      if value.isNull { return nil }
      do throws(ProtocolError) {
        guard value.isString else { throw ProtocolError.wrongType(value, expected: "a colour") }
        let color = try Color(json: value)
        if case .named(.tint) = color {
          throw ProtocolError.invalidParams("tint depends on the display and is not a member")
        }
        return color
      } catch {
        throw error.under("\(name)")
      }
    }
    let dark = try color("dark", present?.members.dark)
    let highContrastLight = try color("highContrastLight", present?.members.highContrastLight)
    let highContrastDark = try color("highContrastDark", present?.members.highContrastDark)
    guard let light = try color("light", present?.members.light) else {
      throw .invalidParams("light is missing; the other colours fall back to it", path: "light")
    }
    let read = DynamicColor(
      light: light, dark: dark, highContrastLight: highContrastLight,
      highContrastDark: highContrastDark)
    guard let read else {
      throw .invalidParams("must be colours that do not depend on the display")
    }
    return read
  }
}

extension ProtocolError {
  fileprivate static func unknownColor(_ text: String) -> ProtocolError {
    guard !text.hasPrefix("#") else {
      return .invalidParams("'\(Excerpt(text))' is not a colour: write #RGB, #RRGGBB or #RRGGBBAA")
    }
    return .invalidParams(
      "'\(Excerpt(text))' is not a colour: write #RGB, #RRGGBB, #RRGGBBAA or a name"
        + NearestName.advice(text, among: NamedColor.allCases.map(\.name)))
  }
}
