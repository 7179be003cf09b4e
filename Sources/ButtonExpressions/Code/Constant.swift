internal import JSONRPC

/// Lists and maps that are known when an expression is compiled.
enum Constant {
  /// The list of values. Counts what making it costs.
  static func list(_ values: ArraySlice<Value>, _ work: inout Int) -> Value? {
    var writer = JSONWriter()
    writer.beginArray()
    for value in values where writer.append(value, &work) != nil { return nil }
    writer.endArray()
    return .list(Text(copying: writer.bytes))
  }

  /// The map of names, each with its value behind it; nil for one that fails. Counts what making it costs.
  static func map(_ values: ArraySlice<Value>, _ work: inout Int) -> Value? {
    var members: [MapMember] = []
    for index in stride(from: values.startIndex, to: values.endIndex, by: 2) {
      guard case .string(let name) = values[index] else { return nil }
      members.append(MapMember(name: name.text, value: values[index + 1]))
    }
    var writer = JSONWriter()
    guard writer.map(of: members, &work) == nil else { return nil }
    return .map(Text(copying: writer.bytes))
  }
}

extension Value {
  /// The value that stands in a source.
  init(_ literal: Node.Literal) {
    switch literal {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let text): self = .string(Text(text))
    }
  }
}
