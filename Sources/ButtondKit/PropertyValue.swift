/// A type that a property of the look can have.
protocol PropertyValue: ReadableValue {
  /// The value as the host takes it.
  var value: Value { get }
}

extension Bool: PropertyValue {
  var value: Value { .bool(self) }
}

extension Double: PropertyValue {
  var value: Value { .float(self) }
}

extension String: PropertyValue {
  var value: Value { .string(self) }
}

extension Color: PropertyValue {}

extension Effect: PropertyValue {
  var value: Value { .string(text) }
}

extension PluginCall {
  /// The bytes of `button.`, which names have for reading and not for setting.
  private static let prefixBytes = 7

  /// What a property stands at; the name begins with `button.`.
  func property<T: PropertyValue>(_ name: StaticString) -> T? {
    read(name).flatMap { T($0) }
  }

  /// Sets a property unless the value is nil; the name begins with `button.`.
  func setProperty<T: PropertyValue>(_ name: StaticString, _ value: T?) {
    guard let value else { return }
    set(name, dropping: PluginCall.prefixBytes, value.value)
  }
}
