package import ButtonModel
package import JSONRPC

extension ExpressionText: FieldValue {
  package static var schema: Schema {
    .named(
      "Expression", "An expression, or a template: text with expressions in braces.",
      .json(
        """
        {"oneOf":[{"type":"string"},\
        {"type":"object","properties":{"cel":{"type":"string"}},"required":["cel"],\
        "additionalProperties":false},\
        {"type":"object","properties":{"template":{"type":"string"}},"required":["template"],\
        "additionalProperties":false}]}
        """))
  }

  /// A string is an expression, as `{"cel": …}` is.
  package init(json: JSONElement) throws(ProtocolError) {
    if let text = json.text {
      self = .expression(UTF8String(copying: text.bytes))
      return
    }
    guard json.isObject else {
      throw .wrongType(json, expected: #"an expression, {"cel": …} or {"template": …}"#)
    }
    try json.allowOnly(["cel", "template"])
    let members = Members(json)
    let cel: String? = try members.optional("cel")
    let template: String? = try members.optional("template")
    switch (cel, template) {
    case (let source?, nil): self = .expression(UTF8String(source))
    case (nil, let source?): self = .template(UTF8String(source))
    default: throw .invalidParams("name cel or template, one of them")
    }
  }

  /// The expression or template in the place of a value, an object with `cel` or `template`; nil
  /// for any other value.
  static func bound(by json: JSONElement) throws(ProtocolError) -> ExpressionText? {
    isBound(by: json) ? try ExpressionText(json: json) : nil
  }

  static func isBound(by json: JSONElement) -> Bool {
    json.isObject && (json.member("cel") != nil || json.member("template") != nil)
  }

  /// The member `when` of an object.
  static func condition(of json: JSONElement) throws(ProtocolError) -> ExpressionText? {
    try Members(json).optional("when")
  }

  /// Throws if the property cannot be bound.
  static func bound(by json: JSONElement, to property: Property) throws(ProtocolError) -> Self? {
    guard let text = try bound(by: json) else { return nil }
    if case .attributedText = property.row.kind {
      throw .invalidParams("can't be bound; bind \(property.mirror?.row.name ?? "its text")")
    }
    if case .textRuns = property.row.kind, case .template = text {
      throw .invalidParams(
        #"a template makes a text; write {"cel": "[{'text': …}]"}, which makes an array"#)
    }
    return text
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .expression(let source): writer.member("cel", source)
    case .template(let source): writer.member("template", source)
    }
    writer.endObject()
  }
}
