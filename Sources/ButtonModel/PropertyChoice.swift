/// A property's type with a fixed set of names. The name of a case is its name in JSON; the raw
/// value is the index in `PropertyValue.choice`.
public protocol PropertyChoice: RawRepresentable<UInt8>, CaseIterable, Hashable, Sendable {
  /// The names by raw value: a stored copy of `spelledNames()`.
  static var names: [UTF8String] { get }
}

extension PropertyChoice {
  /// The name as it is written.
  public var name: UTF8String { Self.names[Int(rawValue)] }

  /// The case with a name; nil if there is none.
  public init?(name: String) {
    guard let index = Self.names.firstIndex(where: { $0.string == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// The names of the cases as they are spelled in the source.
  static func spelledNames() -> [UTF8String] { allCases.map { UTF8String("\($0)") } }
}
