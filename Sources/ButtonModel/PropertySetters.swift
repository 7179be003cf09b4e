public struct PropertySetters: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let configuration = PropertySetters(rawValue: 1)
  public static let stateValues = PropertySetters(rawValue: 2)
  /// A plugin's style or handler.
  public static let plugin = PropertySetters(rawValue: 4)

  /// As in `Config/properties.json`, in ascending order of bits.
  public var names: [String] {
    let all: [(PropertySetters, String)] = [
      (.configuration, "configuration"), (.stateValues, "stateValues"), (.plugin, "plugin"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
