extension [UInt8] {
  /// The number that `count` bytes from a place on are, the most significant first.
  func bigEndian(_ place: Int, _ count: Int) -> Int {
    self[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The number that `count` bytes from a place on are, the least significant first.
  func littleEndian(_ place: Int, _ count: Int) -> Int {
    self[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
