/// A type that a property of the look can have.
protocol PropertyValue: ReadableValue {
  /// The value as the host takes it, on the display of a call.
  func value(for call: PluginCall) -> Value

  /// What the host takes for none; nil for properties that cannot be taken away.
  static var none: Value? { get }
}

extension PropertyValue {
  static var none: Value? { nil }
}

extension Bool: PropertyValue {
  func value(for call: PluginCall) -> Value { .bool(self) }
}

extension Double: PropertyValue {
  func value(for call: PluginCall) -> Value { .float(self) }
}

extension String: PropertyValue {
  func value(for call: PluginCall) -> Value { .string(self) }

  static var none: Value? { .string("") }
}

extension Color: PropertyValue {
  func value(for call: PluginCall) -> Value {
    switch self {
    case .rgba(let rgba): .rgba(rgba)
    case .text(let text): .string(text)
    case .computed: call.components(of: self).map { .rgba($0.rgba) } ?? .null
    }
  }
}

extension Effect: PropertyValue {
  func value(for call: PluginCall) -> Value { .string(text(for: call)) }
}

extension PropertyValue where Self: RawRepresentable, RawValue == String {
  func value(for call: PluginCall) -> Value { .string(rawValue) }
}

extension PluginCall {
  /// The bytes of `button.`, which names have for reading and not for setting.
  private static let prefixBytes = 7

  /// What a property stands at; the name begins with `button.`.
  func property<T: PropertyValue>(_ name: StaticString) -> T? {
    read(name).flatMap { T($0) }
  }

  /// Sets a property, or takes away one that can be; the name begins with `button.`.
  func setProperty<T: PropertyValue>(_ name: StaticString, _ value: T?) {
    guard let value = value?.value(for: self) ?? T.none else { return }
    set(name, dropping: PluginCall.prefixBytes, value)
  }
}
