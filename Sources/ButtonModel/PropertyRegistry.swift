/// All properties of a button: their names, the values they take, and who may set them.
/// `Config/properties.json` is the same table for other languages.
public enum PropertyRegistry {
  /// Incremented when properties are added.
  public static let revision = 8

  /// Indexed by the property's raw value.
  public static let rows: [PropertyRow] = {
    let unsorted =
      titleRows + fontRows + imageRows + progressRows + layoutRows + behaviorRows
      + backgroundRows + transactionRows
    let rows = unsorted.sorted { $0.property.rawValue < $1.property.rawValue }
    precondition(
      rows.map(\.property) == Property.allCases, "each property has exactly one row")
    return rows
  }()

  private static let index = NameIndex(
    names: rows.map { UTF8String(copying: UnsafeRawBufferPointer($0.nameBytes)) })

  public static func property(named name: UnsafeRawBufferPointer) -> Property? {
    index[name].flatMap { Property(rawValue: UInt8($0)) }
  }

  public static func property(named name: String) -> Property? {
    var name = name
    return name.withUTF8 { property(named: UnsafeRawBufferPointer($0)) }
  }

  /// Whether a property that one of `setters` may set is named by `name`, a dot and more: true for
  /// `background` and `contentInsets`.
  public static func isGroup(
    _ name: UnsafeRawBufferPointer, settableBy setters: PropertySetters
  ) -> Bool {
    rows.contains { row in
      let full = row.nameBytes
      return !row.setters.isDisjoint(with: setters) && full.count > name.count + 1
        && full[name.count] == UInt8(ascii: ".") && full.starts(with: name)
    }
  }

  /// The property whose name is most like an unknown name, for a suggestion in an error; nil if
  /// none is similar.
  ///
  /// Considers the properties that one of `setters` may set. The last part of a dotted name is
  /// enough: `strokeColour` finds `background.strokeColor`. So is a name that does not repeat its
  /// group, and a unique end of a last part: `background.color` finds `background.backgroundColor`,
  /// `background.radius` finds `background.cornerRadius`.
  public static func nearest(
    to name: UnsafeRawBufferPointer, settableBy setters: PropertySetters
  ) -> Property? {
    if let property = only(endingLike: name, settableBy: setters) { return property }
    var search = NearestName.Search(bytes: name)
    var best: Property?
    for row in rows where !row.setters.isDisjoint(with: setters) {
      let full = row.nameBytes
      if search.isNearer(Array(full)) { best = row.property }
      guard let dot = full.lastIndex(of: UInt8(ascii: ".")) else { continue }
      if search.isNearer(Array(full[(dot + 1)...]), handicap: 1) { best = row.property }
      if let short = nameWithoutRepetition(full, dot), search.isNearer(short) {
        best = row.property
      }
    }
    return best
  }

  /// `background.color` for `background.backgroundColor`; nil if the group is not repeated.
  private static func nameWithoutRepetition(
    _ name: UnsafeBufferPointer<UInt8>, _ dot: Int
  ) -> [UInt8]? {
    let (group, last) = (name[..<dot], name[(dot + 1)...])
    guard last.starts(with: group), let first = last.dropFirst(group.count).first else {
      return nil
    }
    return name[...dot] + [first | 0x20] + last.dropFirst(group.count + 1)
  }

  /// The only property in the name's group whose last part ends, from a capital on, as the name's
  /// does.
  private static func only(
    endingLike name: UnsafeRawBufferPointer, settableBy setters: PropertySetters
  ) -> Property? {
    let dot = name.lastIndex(of: UInt8(ascii: "."))
    guard let first = name[(dot.map { $0 + 1 } ?? 0)...].first, first | 0x20 == first else {
      return nil
    }
    let ending = [first & ~0x20] + name[(dot ?? -1) + 2..<name.count]
    let group = dot.map { name[...$0] }
    let found = rows.filter { row in
      let full = row.nameBytes
      guard !row.setters.isDisjoint(with: setters), full.count > ending.count,
        full.suffix(ending.count).elementsEqual(ending)
      else { return false }
      guard let group else { return !full.contains(UInt8(ascii: ".")) }
      return full.starts(with: group)
        && !full.dropFirst(group.count).contains(UInt8(ascii: "."))
    }
    return found.count == 1 ? found[0].property : nil
  }
}
