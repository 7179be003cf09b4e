/// What values a field may have, for the description of the protocol.
package indirect enum Schema: Sendable {
  /// JSON Schema; a `$ref` in it is the name of a type that scripts/record.d describes.
  case json(String)
  case list(Schema)
  /// The type's name and its sentence.
  case named(StaticString, StaticString, Schema)
  case table(any WireObject.Type)
  /// Members of the object that has the field, each with its sentence.
  case members([(name: String, schema: Schema, about: String)])

  package static let any = Schema.json("{}")
  package static let text = Schema.json(#"{"type":"string"}"#)
  package static let bool = Schema.json(#"{"type":"boolean"}"#)
  package static let number = Schema.json(#"{"type":"number"}"#)
  package static let count = Schema.json(#"{"type":"integer","minimum":0}"#)

  /// A type that scripts/record.d describes, because files have it as well.
  static func reference(_ name: StaticString) -> Schema { .json(#"{"$ref":"\#(name)"}"#) }

  static func choice(_ names: [String]) -> Schema {
    .json(#"{"type":"string","enum":["\#(names.joined(separator: #"",""#))"]}"#)
  }

  static func integer(_ range: ClosedRange<Int>) -> Schema {
    .json(
      #"{"type":"integer","minimum":\#(range.lowerBound),"maximum":\#(range.upperBound)}"#)
  }

  /// A number from `-bound` or 0 to `bound`.
  static func number(within bound: Double, isSigned: Bool) -> Schema {
    let bound = Int(bound)
    return .json(
      #"{"type":"number","minimum":\#(isSigned ? -bound : 0),"maximum":\#(bound)}"#)
  }
}
