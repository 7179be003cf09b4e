/// Properties and their values, in the registry's order, as set by one layer of the resolution: a
/// configuration, values for a state or a plugin's output. Layers are combined by merging.
public struct PropertyList: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    // The value comes first so that an entry has 16 bytes.
    public let value: PropertyValue
    public let property: Property

    @inlinable
    public init(property: Property, value: PropertyValue) {
      self.property = property
      self.value = value
    }
  }

  /// Ascending by property, without duplicates.
  public private(set) var entries: [Entry]

  public init() { entries = [] }

  /// The entries must ascend by property.
  public init(ascending entries: [Entry]) {
    assert(
      zip(entries, entries.dropFirst()).allSatisfy { $0.property.rawValue < $1.property.rawValue },
      "entries ascend")
    self.entries = entries
  }

  /// Creates a list from entries in any order; the last one for a property counts.
  public init(_ entries: some Sequence<Entry>) {
    self.entries = []
    for entry in entries { self[entry.property] = entry.value }
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// Nil if it is not set. Unlike ``assign(_:to:)``, leaves other forms alone.
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

  /// Merges `other`, whose values win. They also remove other forms: a title, the attributed title.
  public mutating func overlay(_ other: PropertyList) {
    if entries.isEmpty {
      entries = other.entries
      return
    }
    var dropped = PropertySet()
    for entry in other.entries { dropped.formUnion(entry.property.otherForms) }
    for property in dropped { self[property] = nil }
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
