extension String {
  /// Whether it stands before another one in lists for people: numbers in it count as numbers, so `k.2`
  /// stands before `k.10`.
  package func naturallyPrecedes(_ other: String) -> Bool {
    var (one, two) = (Array(utf8)[...], Array(other.utf8)[...])
    while let first = one.first, let second = two.first {
      if first.isDigit, second.isDigit {
        let (number, otherNumber) = (one.takeNumber(), two.takeNumber())
        if number.count != otherNumber.count { return number.count < otherNumber.count }
        if number != otherNumber { return number.lexicographicallyPrecedes(otherNumber) }
      } else if first != second {
        return first < second
      } else {
        one.removeFirst()
        two.removeFirst()
      }
    }
    if one.isEmpty != two.isEmpty { return one.isEmpty }
    // Numbers that differ in zeros before them only.
    return self < other
  }
}

extension Sequence<String> {
  /// Sorts strings as people expect in lists.
  package func naturallySorted() -> [String] { sorted { $0.naturallyPrecedes($1) } }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}

extension ArraySlice<UInt8> {
  /// Takes the digits at the front, without zeros before them.
  fileprivate mutating func takeNumber() -> ArraySlice<UInt8> {
    let digits = prefix { $0.isDigit }
    removeFirst(digits.count)
    return digits.drop { $0 == 0x30 }
  }
}
