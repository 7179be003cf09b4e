/// How a member of an appearance is read and written as one value.
package struct AppearanceMember {
  /// Defaults included; nil if the appearance has no such text, number or choice, and for runs.
  package let value: (Appearance) -> StateValue?
  /// Ignores a value that does not fit the member.
  package let set: (inout Appearance, StateValue) -> Void
}

extension AppearanceKey {
  public var name: String { "\(self)" }

  public init?(name: UnsafeRawBufferPointer) {
    guard let index = AppearanceKey.index[name] else { return nil }
    self.init(rawValue: UInt8(index))
  }

  private static let index = NameIndex(names: allCases.map { UTF8String($0.name) })
}

extension AppearanceMember {
  /// Runs are several values, so they can neither be read nor set here.
  static func runs(_ path: WritableKeyPath<Appearance, [Appearance.TitleRun]>) -> Self {
    Self { _ in
      nil
    } set: { _, _ in
    }
  }

  static func role(_ path: WritableKeyPath<Appearance, ButtonRole>) -> Self {
    Self {
      .string(UTF8String($0[keyPath: path].rawValue))
    } set: { look, value in
      guard case .string(let name) = value, let role = ButtonRole(rawValue: name.string)
      else { return }
      look[keyPath: path] = role
    }
  }

  static func flag(_ path: WritableKeyPath<Appearance, Bool>) -> Self {
    Self {
      .bool($0[keyPath: path])
    } set: { look, value in
      if case .bool(let flag) = value { look[keyPath: path] = flag }
    }
  }

  static func length(_ path: WritableKeyPath<Appearance, Double>) -> Self {
    Self {
      .length($0[keyPath: path])
    } set: { look, value in
      if let number = value.length { look[keyPath: path] = number }
    }
  }

  static func length(_ path: WritableKeyPath<Appearance, Double?>) -> Self {
    Self {
      $0[keyPath: path].map { .length($0) }
    } set: { look, value in
      if let number = value.length { look[keyPath: path] = number }
    }
  }

  static func color(_ path: WritableKeyPath<Appearance, UInt32>) -> Self {
    Self {
      .color($0[keyPath: path])
    } set: { look, value in
      guard case .string(let hex) = value, let color = Color.rgba(hex: hex.string) else { return }
      look[keyPath: path] = color
    }
  }

  static func text(_ path: WritableKeyPath<Appearance, UTF8String?>) -> Self {
    Self {
      $0[keyPath: path].map { .string($0) }
    } set: { look, value in
      if case .string(let text) = value { look[keyPath: path] = text }
    }
  }

  static func choice<Choice: PropertyChoice>(
    _ path: WritableKeyPath<Appearance, Choice>
  ) -> Self {
    Self {
      .string($0[keyPath: path].name)
    } set: { look, value in
      if let choice = Choice(value) { look[keyPath: path] = choice }
    }
  }

  static func choice<Choice: PropertyChoice>(
    _ path: WritableKeyPath<Appearance, Choice?>
  ) -> Self {
    Self {
      $0[keyPath: path].map { .string($0.name) }
    } set: { look, value in
      if let choice = Choice(value) { look[keyPath: path] = choice }
    }
  }
}

extension PropertyChoice {
  fileprivate init?(_ value: StateValue) {
    guard case .string(let name) = value else { return nil }
    self.init(name: name.string)
  }
}

extension StateValue {
  /// 0xRRGGBBAA as clients see it.
  package static func color(_ rgba: UInt32) -> StateValue { .string(UTF8String(Color.hex(rgba))) }

  /// Whole lengths are integers.
  package static func length(_ length: Double) -> StateValue {
    let rounded = Appearance.rounded(length)
    return Int64(exactly: rounded).map { .int($0) } ?? .double(rounded)
  }

  fileprivate var length: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number) where number.isFinite: number
    default: nil
    }
  }
}
