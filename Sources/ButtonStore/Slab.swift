/// Elements in one block of memory, aligned to a cache line, that grows when full.
///
/// Small blocks double; from 64 KiB on they grow by an eighth, so that little is left empty.
/// Addresses are valid until the next `append` or `reserve`.
@usableFromInline
package struct Slab<Element>: ~Copyable {
  /// The first element; dangling while `capacity` is 0.
  @usableFromInline package internal(set) var base: UnsafeMutablePointer<Element>
  /// How many elements are there.
  @usableFromInline package internal(set) var count = 0
  /// How many elements fit without growing.
  @usableFromInline package internal(set) var capacity = 0

  @inlinable
  package init() { base = Slab.block(of: 0) }

  @inlinable
  deinit {
    base.deinitialize(count: count)
    UnsafeMutableRawPointer(base).deallocate()
  }

  /// The address of one element.
  @inlinable
  package func at(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside the slab")
    return base + index
  }

  /// One element, in place.
  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always) _read { yield at(index).pointee }
    @inline(__always) _modify { yield &at(index).pointee }
  }

  /// Adds an element at the end.
  @inlinable
  package mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Makes room for so many elements in all.
  @inlinable
  package mutating func reserve(_ minimum: Int) {
    if minimum > capacity { grow(to: minimum) }
  }

  /// Adds an element where `reserve` has made room.
  @inlinable
  package mutating func appendReserved(_ element: consuming Element) {
    assert(count < capacity, "reserve first")
    (base + count).initialize(to: element)
    count += 1
  }

  /// Takes away elements from the end until so many are left.
  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount <= count, "a slab is truncated to what it has")
    (base + newCount).deinitialize(count: count - newCount)
    count = newCount
  }

  /// Forgets every element and, where the block is larger than so many elements, the block too.
  @inlinable
  package mutating func removeAll(keepingCapacity kept: Int = .max) {
    truncate(to: 0)
    guard capacity > kept else { return }
    UnsafeMutableRawPointer(base).deallocate()
    base = Slab.block(of: 0)
    capacity = 0
  }

  @inlinable
  mutating func grow(to minimum: Int) {
    let isLarge = capacity * MemoryLayout<Element>.stride >= 1 << 16
    let newCapacity = max(minimum, isLarge ? capacity + capacity / 8 : capacity * 2, 16)
    let bigger = Slab.block(of: newCapacity)
    bigger.moveInitialize(from: base, count: count)
    UnsafeMutableRawPointer(base).deallocate()
    base = bigger
    capacity = newCapacity
  }

  @inlinable
  static func block(of capacity: Int) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<Element>.stride,
      alignment: max(64, MemoryLayout<Element>.alignment)
    ).bindMemory(to: Element.self, capacity: capacity)
  }
}
