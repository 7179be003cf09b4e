/// Properties and their values, in the registry's order, as set by one layer of the resolution.
///
/// A configuration, the values for a state and the output of a plugin are all such lists, so layers
/// are combined by merging.
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

  /// A list of entries in any order; the last of several for one property counts.
  public init(_ entries: some Sequence<Entry>) {
    self.entries = []
    for entry in entries { self[entry.property] = entry.value }
  }

  /// Whether nothing is set.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a property; nil if this list does not set it. Setting nil removes the property.
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

  /// Overrides this list with `other`: if both set a property, the other's value counts.
  ///
  /// A property in `other` removes this list's other forms of the same: a title its attributed title.
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
