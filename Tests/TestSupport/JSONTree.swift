package import JSONRPC

/// A JSON value that owns its parts, for tests that compare or rewrite what was said.
package indirect enum JSONTree: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// Infinite stands for a number that is out of range.
  case double(Double)
  case string(String)
  case array([JSONTree])
  /// In the order of the text.
  case object([Member])

  /// One member of an object.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSONTree

    package init(name: String, value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  package init(_ element: JSONElement) {
    switch element.kind {
    case .null: self = .null
    case .bool: self = .bool(element.bool == true)
    case .integer: self = .int(element.int ?? 0)
    case .double: self = .double(element.double ?? 0)
    case .outOfRangeInteger: self = .double(.infinity)
    case .string: self = .string(element.string ?? "")
    case .array: self = .array(element.elements.map { JSONTree($0) })
    case .object:
      self = .object(element.members.map { Member(name: $0.key.string, value: JSONTree($0.value)) })
    }
  }

  /// The value that a text holds.
  package init(parsing text: String) throws {
    let parser = JSONParser()
    self = JSONTree(try parser.parse(text))
    withExtendedLifetime(parser) {}
  }

  /// The text of the value, its members in their order, without white space.
  package var text: String {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.string
  }

  /// The value of an object's member.
  package subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text of a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of an integer.
  package var int: Int? {
    if case .int(let value) = self { Int(value) } else { nil }
  }

  /// The elements of an array; none of all else.
  package var elements: [JSONTree] {
    if case .array(let elements) = self { elements } else { [] }
  }

  private func write(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let value):
      if value.isFinite { writer.double(value) } else { writer.value(raw: "1e999") }
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(into: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.name)
        member.value.write(into: &writer)
      }
      writer.endObject()
    }
  }
}
