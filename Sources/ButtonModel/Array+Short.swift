extension Array {
  /// Empties the array; keeps its memory unless it held more than `most` elements. Faster than
  /// `removeAll` for arrays that usually hold a few elements.
  @inlinable
  @inline(__always)
  package mutating func empty(keepingUpTo most: Int = .max) {
    if count <= 4 {
      while !isEmpty { removeLast() }
    } else {
      removeAll(keepingCapacity: count <= most)
    }
  }

  /// Fast for arrays that usually hold one element.
  @inlinable
  @inline(__always)
  package mutating func takeFirst() -> Element {
    count == 1 ? removeLast() : removeFirst()
  }
}
