/// Some properties and their values, in the registry's order: what one layer of the resolution sets.
///
/// A configuration, the values for a state, and what a plugin set are all such lists, so laying one
/// over the other is a merge and nothing else.
public struct PropertyList: Hashable, Sendable {
  /// One property and its value.
  public struct Entry: Hashable, Sendable {
    // The value comes first so that an entry is 16 bytes.
    public let value: PropertyValue
    public let property: Property

    @inlinable
    public init(property: Property, value: PropertyValue) {
      self.property = property
      self.value = value
    }
  }

  /// The entries, ascending by property, each property at most once.
  public private(set) var entries: [Entry]

  /// A list that sets nothing.
  public init() { entries = [] }

  /// A list of entries that already ascend by property.
  public init(ascending entries: [Entry]) {
    assert(
      zip(entries, entries.dropFirst()).allSatisfy { $0.property.rawValue < $1.property.rawValue },
      "entries ascend")
    self.entries = entries
  }

  /// A list of some entries in any order; of two for one property the later holds.
  public init(_ entries: some Sequence<Entry>) {
    self.entries = []
    for entry in entries { self[entry.property] = entry.value }
  }

  /// True when nothing is set.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a property, nil when this list does not set it; setting nil removes it.
  public subscript(property: Property) -> PropertyValue? {
    get {
      let index = position(of: property)
      guard index < entries.count, entries[index].property == property else { return nil }
      return entries[index].value
    }
    set {
      let index = position(of: property)
      let exists = index < entries.count && entries[index].property == property
      switch (newValue, exists) {
      case (let value?, true): entries[index] = Entry(property: property, value: value)
      case (let value?, false):
        entries.insert(Entry(property: property, value: value), at: index)
      case (nil, true): entries.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Lays `other` over this list: where both set a property, the other's value holds.
  ///
  /// A title of the other drops this list's attributed title, and the other way round.
  public mutating func overlay(_ other: PropertyList) {
    if entries.isEmpty {
      entries = other.entries
      return
    }
    for entry in other.entries {
      if let mirror = entry.property.mirror { self[mirror] = nil }
    }
    for entry in other.entries { self[entry.property] = entry.value }
  }

  private func position(of property: Property) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].property.rawValue < property.rawValue {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
