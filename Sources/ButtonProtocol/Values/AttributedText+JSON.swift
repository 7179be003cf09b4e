package import ButtonModel
package import JSONRPC

extension AttributedText: JSONEncodable {
  private static let memberNames = [
    "text", "color", "fontSize", "fontWeight", "underline", "strikethrough",
  ]

  /// Lays the members over those of the text that is patched; null removes one.
  convenience init(
    json: JSONElement, patching present: AttributedText?
  ) throws(ProtocolError) {
    guard json.isObject else {
      throw .wrongType(json, expected: "an object such as {\"text\": \"…\", \"underline\": true}")
    }
    try json.allowOnly(AttributedText.memberNames)
    let members = Members(json)
    func member<Value: JSONDecodable>(
      _ name: StaticString, _ old: Value?
    ) throws(ProtocolError) -> Value? {
      json.member(name) == nil ? old : try members.optional(name)
    }
    guard let text = try member("text", present?.text) else {
      throw .invalidParams("text is missing", path: "text")
    }
    var color = present?.color
    if let json = json.member("color") {
      do {
        color = json.isNull ? nil : try Color(json: json, patching: color)
      } catch {
        throw error.under("color")
      }
    }
    let size = try member("fontSize", present?.fontSize)
    if let size, !AttributedText.fontSizes.contains(size) {
      throw .invalidParams("must be from 1 to 1000 points, but is \(size)", path: "fontSize")
    }
    let weight = try member("fontWeight", present?.fontWeight.flatMap(FontWeight.init(rawValue:)))
    self.init(
      text: text, color: color, fontSize: size, fontWeight: weight?.rawValue,
      underline: try member("underline", present?.underline) ?? false,
      strikethrough: try member("strikethrough", present?.strikethrough) ?? false)
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("text", text)
    writer.member("color", ifPresent: color)
    writer.member("fontSize", ifPresent: fontSize)
    writer.member("fontWeight", ifPresent: fontWeight.flatMap(FontWeight.init(rawValue:)))
    if underline { writer.member("underline", true) }
    if strikethrough { writer.member("strikethrough", true) }
    writer.endObject()
  }
}

extension FontWeight: JSONDecodable, JSONEncodable {
  package init(json: JSONElement) throws(ProtocolError) {
    let name = try String(json: json)
    guard let weight = FontWeight(name: name) else {
      throw .unknownName(name, among: FontWeight.names.map(\.string))
    }
    self = weight
  }

  package func write(into writer: inout JSONWriter) { writer.string(name) }
}
