extension ReadableValue where Self: RawRepresentable, RawValue == String {
  /// Takes texts that are the raw value of a case: how a parameter with named values is read.
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self.init(rawValue: text)
  }
}
