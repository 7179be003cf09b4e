import CButtonPlugin

/// The keys of names that are part of the program, found by where a name lies: open addressing over
/// addresses.
///
/// Styles read the same few names for every button. Hashing one as `Dictionary` does takes longer
/// than the host takes to answer.
struct LiteralKeys {
  private struct Entry {
    let start: UnsafePointer<UInt8>
    let group: NameGroup
    let key: btn_key
  }

  /// A power of two of places, at most half of them taken.
  private var places = [Entry?](repeating: nil, count: 32)
  private var count = 0

  /// The key of the name that lies at an address; nil before it was set.
  subscript(start: UnsafePointer<UInt8>, group: NameGroup) -> btn_key? {
    places[place(of: start, group)]?.key
  }

  /// Gives the name that lies at an address this key.
  mutating func set(_ key: btn_key, _ start: UnsafePointer<UInt8>, _ group: NameGroup) {
    if count * 2 >= places.count { grow() }
    let place = place(of: start, group)
    if places[place] == nil { count += 1 }
    places[place] = Entry(start: start, group: group, key: key)
  }

  /// Where the name is, or the free place where it belongs.
  private func place(of start: UnsafePointer<UInt8>, _ group: NameGroup) -> Int {
    let mask = places.count - 1
    let hash = (UInt(bitPattern: start) &+ UInt(group.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash >> 32) & mask
    while let entry = places[place],
      entry.start != start || entry.group.rawValue != group.rawValue
    {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let entries = places
    places = Array(repeating: nil, count: entries.count * 2)
    for case let entry? in entries { places[place(of: entry.start, entry.group)] = entry }
  }
}

/// What stands before a name that the plugin's author writes.
enum NameGroup: UInt8 {
  case whole, state, parameter, theme, quality

  var prefix: String {
    switch self {
    case .whole: ""
    case .state: "state."
    case .parameter: "button.parameters."
    case .theme: "theme."
    case .quality: "quality."
    }
  }
}
