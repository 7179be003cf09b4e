extension Array {
  /// Empties the array and keeps its memory, unless it held more than `most`; for arrays that mostly
  /// hold a few elements at the most, which `removeAll` goes a long way round for.
  @inlinable
  @inline(__always)
  package mutating func empty(keepingUpTo most: Int = .max) {
    if count <= 4 {
      while !isEmpty { removeLast() }
    } else {
      removeAll(keepingCapacity: count <= most)
    }
  }

  /// Takes the first element out; for arrays that mostly hold one.
  @inlinable
  @inline(__always)
  package mutating func takeFirst() -> Element {
    count == 1 ? removeLast() : removeFirst()
  }
}
