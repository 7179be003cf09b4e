internal import ButtonModel
internal import JSONRPC

/// A member of a map that is being made.
struct MapMember {
  let name: UTF8String
  let value: Value
}

extension JSONWriter {
  /// Appends a value as canonical JSON, or says why it cannot be stored.
  mutating func append(_ value: Value) -> ExpressionFailure.Reason? {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .double(let value):
      guard value.isFinite else { return .notFinite }
      double(value)
    case .string(let text): text.withBytes { string($0) }
    case .list(let text), .map(let text): text.withBytes { self.value(raw: $0) }
    case .failure(let failure): return failure.reason
    }
    return nil
  }

  /// Appends members as a map: sorted by name, no name twice.
  mutating func map(of members: [MapMember]) -> ExpressionFailure.Reason? {
    beginObject()
    var last: UTF8String?
    for member in members.sorted(by: { $0.name < $1.name }) {
      if member.name == last { return .duplicateName }
      member.name.bytes.withUnsafeBytes { key($0) }
      if let reason = append(member.value) { return reason }
      last = member.name
    }
    endObject()
    return nil
  }
}
