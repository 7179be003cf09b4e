/// A property's type with a fixed set of names: the cases as they are spelled, also in JSON. The
/// raw value is the index in `PropertyValue.choice`.
public protocol PropertyChoice: RawRepresentable<UInt8>, CaseIterable, Hashable, Sendable {
  /// By raw value: a stored copy of `spelledNames()`.
  static var names: [UTF8String] { get }
}

extension PropertyChoice {
  public var name: UTF8String { Self.names[Int(rawValue)] }

  public init?(name: String) {
    guard let index = Self.names.firstIndex(where: { $0.string == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  static func spelledNames() -> [UTF8String] { allCases.map { UTF8String("\($0)") } }
}
