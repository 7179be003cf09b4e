/// A parameter of the manifest with a default: its name and what it is where a definition leaves it out.
///
/// `buttonctl plugin constants` writes these from `plugin.json`, so that both are said once:
///
/// ```swift
/// look.scale = context[Manifest.ScaleStyle.scaleAmount]
/// ```
public struct StyleParameter<Value: ReadableValue & Sendable>: Sendable {
  /// The name in the manifest.
  public let name: StaticString
  /// The manifest's default.
  public let fallback: Value

  /// A parameter of a name and a default.
  public init(_ name: StaticString, default fallback: Value) {
    self.name = name
    self.fallback = fallback
  }
}

/// A parameter of the manifest without a default.
public struct OptionalStyleParameter<Value: ReadableValue & Sendable>: Sendable {
  /// The name in the manifest.
  public let name: StaticString

  /// A parameter of a name.
  public init(_ name: StaticString) { self.name = name }
}

extension Context {
  /// What the button's definition passes for a parameter, or its default.
  public subscript<Value>(_ parameter: StyleParameter<Value>) -> Value {
    self.parameter(parameter.name) ?? parameter.fallback
  }

  /// What the button's definition passes for a parameter; nil when it passes nothing.
  public subscript<Value>(_ parameter: OptionalStyleParameter<Value>) -> Value? {
    self.parameter(parameter.name)
  }
}
