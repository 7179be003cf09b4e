extension Property {
  /// Reads the value by the property's type, without conversion: a number is not text.
  package func value(of value: StateValue) throws(PropertyError) -> PropertyValue {
    let meant: PropertyValue
    switch value {
    case .bool(let value): meant = .bool(value)
    case .int(let value): meant = .number(row.clamped(Double(value)))
    case .double(let value): meant = .number(row.clamped(value))
    case .string(let text):
      if case .textRuns = row.kind { throw .wrongKind(self) }
      return try self.value(text: text)
    case .json(let text):
      guard case .textRuns = row.kind else { throw .wrongKind(self) }
      return try self.value(text: text)
    case .null: throw .wrongKind(self)
    }
    try check(meant)
    return meant
  }
}
