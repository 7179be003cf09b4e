/// A property's type with a fixed set of names; the case's name is the name on the wire, its raw
/// value the index in `PropertyValue.choice`.
public protocol PropertyChoice: RawRepresentable<UInt8>, CaseIterable, Hashable, Sendable {
  /// The names by raw value: `spelledNames()`, kept.
  static var names: [UTF8String] { get }
}

extension PropertyChoice {
  /// The name as it is written.
  public var name: UTF8String { Self.names[Int(rawValue)] }

  /// The case with a name, nil when there is none.
  public init?(name: String) {
    guard let index = Self.names.firstIndex(where: { $0.string == name }) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// The names of the cases as they are spelled here.
  static func spelledNames() -> [UTF8String] { allCases.map { UTF8String("\($0)") } }
}
