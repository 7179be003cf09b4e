internal import ButtonModel
internal import JSONRPC

/// A member of a map that is being made.
struct MapMember {
  let name: UTF8String
  let value: Value
}

extension JSONWriter {
  /// Appends canonical JSON, or returns why the value cannot be stored. Adds the cost to `work`.
  mutating func append(_ value: Value, _ work: inout Int) -> ExpressionFailure.Reason? {
    let before = count
    defer { work &+= count &- before }
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .double(let value):
      guard value.isFinite else { return .notFinite }
      double(value)
      work &+= Work.writing(count &- before)
    case .string(let text):
      text.withBytes { string($0) }
      // Every escape is written on its own.
      work &+= 2 &* (count &- before &- text.count)
    case .list(let text), .map(let text): text.withBytes { self.value(raw: $0) }
    case .failure(let failure): return failure.reason
    }
    return nil
  }

  /// Appends a map, sorted by name; fails for duplicate names.
  mutating func map(of members: [MapMember], _ work: inout Int) -> ExpressionFailure.Reason? {
    beginObject()
    var last: UTF8String?
    for member in members.sorted(by: { $0.name < $1.name }) {
      if member.name == last { return .duplicateName }
      let before = count
      member.name.bytes.withUnsafeBytes { key($0) }
      work &+= Work.text &+ 2 &* (count &- before)
      if let reason = append(member.value, &work) { return reason }
      last = member.name
    }
    endObject()
    return nil
  }
}
