internal import JSONRPC

/// Values that are known when an expression is compiled.
enum Constant {
  /// The value of a literal, or of a list or map of literals; nil for anything else, and for a map that
  /// fails.
  static func value(of node: Node) -> Value? {
    switch node.form {
    case .literal(let literal): return Value(literal)
    case .list(let elements):
      var writer = JSONWriter()
      writer.beginArray()
      for element in elements {
        guard let value = value(of: element), writer.append(value) == nil else { return nil }
      }
      writer.endArray()
      return .list(Text(copying: writer.bytes))
    case .map(let entries):
      var members: [MapMember] = []
      for entry in entries {
        guard case .string(let name)? = value(of: entry.name), let value = value(of: entry.value)
        else { return nil }
        members.append(MapMember(name: name.text, value: value))
      }
      var writer = JSONWriter()
      guard writer.map(of: members) == nil else { return nil }
      return .map(Text(copying: writer.bytes))
    default: return nil
    }
  }
}

extension Value {
  /// The value that stands in a source.
  fileprivate init(_ literal: Node.Literal) {
    switch literal {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let text): self = .string(Text(text))
    }
  }
}
