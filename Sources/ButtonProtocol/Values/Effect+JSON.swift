package import ButtonModel
package import JSONRPC

extension Effect: JSONDecodable, JSONEncodable {
  /// `"grayscale"`, or an object with the one effect and its amount or colour.
  package init(json: JSONElement) throws(ProtocolError) {
    if let text = json.text {
      guard let effect = Effect(text: text.bytes) else {
        throw .invalidParams(
          "'\(Excerpt(text.string))' is not an effect: write \"grayscale\", or an object such as "
            + "{\"darker\": 0.25}")
      }
      self = effect
      return
    }
    guard json.isObject else {
      throw .wrongType(json, expected: "\"grayscale\" or an object such as {\"darker\": 0.25}")
    }
    try json.allowOnly(["constant", "alpha", "opacity", "darker"])
    let members = Members(json)
    var effects: [Effect] = []
    if let color: Color = try members.optional("constant") { effects.append(.constant(color)) }
    for (kind, name) in [(Kind.alpha, "alpha"), (.opacity, "opacity"), (.darker, "darker")]
      as [(Kind, StaticString)]
    {
      guard let amount: Double = try members.optional(name) else { continue }
      guard let effect = Effect(kind: kind, amount: amount) else {
        throw .invalidParams("must be from 0 to 1, but is \(amount)", path: "\(name)")
      }
      effects.append(effect)
    }
    guard effects.count == 1 else {
      throw .invalidParams("an effect has exactly one of constant, alpha, opacity, darker")
    }
    self = effects[0]
  }

  package func write(into writer: inout JSONWriter) {
    if case .grayscale = self {
      writer.string("grayscale")
      return
    }
    writer.beginObject()
    switch self {
    case .constant(let color): writer.member("constant", color)
    case .alpha(let amount): writer.member("alpha", amount)
    case .opacity(let amount): writer.member("opacity", amount)
    case .darker(let amount): writer.member("darker", amount)
    case .grayscale: break
    }
    writer.endObject()
  }
}
