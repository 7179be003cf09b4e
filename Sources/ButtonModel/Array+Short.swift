extension Array {
  /// Empties the array and keeps its memory, unless it held more than `most`; for arrays that mostly
  /// hold nothing or one element, which `removeAll` goes a long way round for.
  @inlinable
  @inline(__always)
  package mutating func empty(keepingUpTo most: Int = .max) {
    if count == 1 {
      removeLast()
    } else if count > 1 {
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
