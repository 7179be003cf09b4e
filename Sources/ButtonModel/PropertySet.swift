/// A set of properties in two machine words.
public struct PropertySet: Hashable, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  @inlinable
  public init() {}

  public init(_ properties: some Sequence<Property>) {
    for property in properties { insert(property) }
  }

  /// Creates a set of two or three properties; costs nothing to make.
  @inlinable
  public init(_ first: Property, _ second: Property, _ third: Property? = nil) {
    insert(first)
    insert(second)
    if let third { insert(third) }
  }

  @inlinable
  public var isEmpty: Bool { low | high == 0 }

  @inlinable
  @inline(__always)
  public func contains(_ property: Property) -> Bool {
    let index = UInt64(property.rawValue)
    return (index < 64 ? low >> index : high >> (index - 64)) & 1 == 1
  }

  @inlinable
  @inline(__always)
  public func isDisjoint(with other: PropertySet) -> Bool {
    low & other.low | high & other.high == 0
  }

  @inlinable
  public mutating func formUnion(_ other: PropertySet) {
    low |= other.low
    high |= other.high
  }

  @inlinable
  public mutating func insert(_ property: Property) {
    let index = UInt64(property.rawValue)
    if index < 64 { low |= 1 << index } else { high |= 1 << (index - 64) }
  }

  @inlinable
  public mutating func remove(_ property: Property) {
    let index = UInt64(property.rawValue)
    if index < 64 { low &= ~(1 << index) } else { high &= ~(1 << (index - 64)) }
  }

  @inlinable
  public mutating func popFirstIndex() -> Int? {
    if low != 0 {
      let index = low.trailingZeroBitCount
      low &= low - 1
      return index
    }
    guard high != 0 else { return nil }
    let index = high.trailingZeroBitCount
    high &= high - 1
    return index + 64
  }
}

extension PropertySet: Sequence, IteratorProtocol {
  @inlinable
  public mutating func next() -> Property? {
    popFirstIndex().flatMap { Property(rawValue: UInt8($0)) }
  }
}
