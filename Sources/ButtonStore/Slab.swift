internal import Glibc

/// Elements in one block of memory that grows when full; a block that takes many lines of the cache is
/// aligned to them.
///
/// `realloc` lets the block grow where it is, or moves a large one by its pages, not its bytes. So it
/// doubles up to 4 KiB only, grows by as much up to 128 KiB, and then by a 32nd: little is left empty.
/// Elements must not mind being moved by bytes. Addresses are valid until the next `append` or
/// `reserve`.
@usableFromInline
package struct Slab<Element>: ~Copyable {
  /// What `malloc` returned: up to 48 bytes, then the elements.
  @usableFromInline var block: UnsafeMutableRawPointer
  /// The first element; dangling while `capacity` is 0.
  @usableFromInline package internal(set) var base: UnsafeMutablePointer<Element>
  /// How many elements are there.
  @usableFromInline package internal(set) var count = 0
  /// How many elements fit without growing.
  @usableFromInline package internal(set) var capacity = 0

  @inlinable
  package init() { (block, base) = Slab.block(of: 0) }

  @inlinable
  deinit {
    base.deinitialize(count: count)
    SlabBlock.free(block)
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

  /// Makes room for `count` elements in all.
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

  /// Removes elements from the end until `newCount` are left.
  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount <= count, "a slab is truncated to what it has")
    (base + newCount).deinitialize(count: count - newCount)
    count = newCount
  }

  /// Removes every element, and frees the block if it is larger than that many elements.
  @inlinable
  package mutating func removeAll(keepingCapacity kept: Int = .max) {
    truncate(to: 0)
    guard capacity > max(kept, Slab.smallest) else { return }
    SlabBlock.free(block)
    (block, base) = Slab.block(of: 0)
    capacity = 0
  }

  /// How many elements the smallest block has room for.
  @inlinable static var smallest: Int { 512 / MemoryLayout<Element>.stride }

  @inlinable
  mutating func grow(to minimum: Int) {
    let step = min(capacity, max(capacity / 32, 4_096 / MemoryLayout<Element>.stride))
    capacity = max(minimum, capacity + step, Slab.smallest)
    let offset = UnsafeMutableRawPointer(base) - block
    (block, base) = Slab.block(of: capacity, from: block)
    if UnsafeMutableRawPointer(base) - block != offset {
      UnsafeMutableRawPointer(base).copyMemory(
        from: block + offset, byteCount: count * MemoryLayout<Element>.stride)
    }
  }

  @inlinable
  static func block(
    of capacity: Int, from old: UnsafeMutableRawPointer? = nil
  ) -> (UnsafeMutableRawPointer, UnsafeMutablePointer<Element>) {
    let (block, base) = SlabBlock.make(capacity * MemoryLayout<Element>.stride, from: old)
    return (block, base.bindMemory(to: Element.self, capacity: capacity))
  }
}

/// The memory of a slab, without a type.
@usableFromInline
enum SlabBlock {
  /// A new block, or the old one, larger; and where in it the elements begin.
  @usableFromInline
  static func make(
    _ size: Int, from old: UnsafeMutableRawPointer?
  ) -> (block: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer) {
    let alignment = size < 4_096 ? 16 : 64
    // What malloc returns is a multiple of 16.
    guard let block = realloc(old, size + alignment - 16) else {
      preconditionFailure("memory has run out")
    }
    return (block, block.alignedUp(toMultipleOf: alignment))
  }

  /// Gives a block back.
  @usableFromInline
  static func free(_ block: UnsafeMutableRawPointer) { Glibc.free(block) }
}

extension Slab where Element: BitwiseCopyable {
  /// Adds that many elements at the end, with undefined values.
  mutating func extend(by more: Int) {
    reserve(count + more)
    count += more
  }
}
