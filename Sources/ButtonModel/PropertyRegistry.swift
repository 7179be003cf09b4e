/// Every property by its name on the wire: what it may be, and who may set it.
///
/// `Config/properties.json` is the same table for those who don't read Swift.
public enum PropertyRegistry {
  /// The registry's revision; it grows when a property is added.
  public static let revision = 3

  /// The rows, indexed by the property's raw value.
  public static let rows: [PropertyRow] = {
    let written =
      titleRows + imageRows + layoutRows + behaviorRows + backgroundRows
      + transactionRows
    let rows = written.sorted { $0.property.rawValue < $1.property.rawValue }
    precondition(
      rows.map(\.property) == Property.allCases, "each property has exactly one row")
    return rows
  }()

  private static let index = NameIndex(
    names: rows.map { row in
      UTF8String(
        copying: UnsafeRawBufferPointer(
          start: row.name.utf8Start, count: row.name.utf8CodeUnitCount))
    })

  /// The property with a name as it is on the wire, nil when there is none.
  public static func property(named name: UnsafeRawBufferPointer) -> Property? {
    index[name].flatMap { Property(rawValue: UInt8($0)) }
  }

  /// The property with a name as it is on the wire, nil when there is none.
  public static func property(named name: String) -> Property? {
    var name = name
    return name.withUTF8 { property(named: UnsafeRawBufferPointer($0)) }
  }

  /// True when the names of properties that one of `setters` may set begin with this name and a dot:
  /// `background`, `contentInsets`.
  public static func isGroup(
    _ name: UnsafeRawBufferPointer, settableBy setters: PropertySetters
  ) -> Bool {
    rows.contains { row in
      !row.setters.isDisjoint(with: setters) && row.name.utf8CodeUnitCount > name.count + 1
        && row.name.utf8Start[name.count] == UInt8(ascii: ".")
        && name.elementsEqual(UnsafeBufferPointer(start: row.name.utf8Start, count: name.count))
    }
  }

  /// The property whose name is nearest to one that does not exist, for the message that says so; nil
  /// when none is near.
  ///
  /// The last part of a dotted name counts as a name too, so `strokeColour` finds
  /// `background.strokeColor`. Only properties that one of `setters` may set are considered.
  public static func nearest(
    to name: UnsafeRawBufferPointer, settableBy setters: PropertySetters
  ) -> Property? {
    var search = NearestName.Search(bytes: name)
    var best: Property?
    for row in rows where !row.setters.isDisjoint(with: setters) {
      let full = UnsafeBufferPointer(start: row.name.utf8Start, count: row.name.utf8CodeUnitCount)
      if search.isNearer(Array(full)) { best = row.property }
      if let dot = full.lastIndex(of: UInt8(ascii: ".")),
        search.isNearer(Array(full[(dot + 1)...]), handicap: 1)
      {
        best = row.property
      }
    }
    return best
  }
}
