internal import JSONRPC

/// Lists and maps that are known when an expression is compiled.
enum Constant {
  /// Adds the cost to `work`.
  static func list(_ values: ArraySlice<Value>, _ work: inout Int) -> Value? {
    var writer = JSONWriter()
    writer.beginArray()
    for value in values where writer.append(value, &work) != nil { return nil }
    writer.endArray()
    return .list(Text(copying: writer.bytes))
  }

  /// `values` alternates names and values; nil if the map fails. Adds the cost to `work`.
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
