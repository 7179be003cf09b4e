internal import Glibc

/// Elements in one growing block of memory, aligned to cache lines if it is large.
///
/// `realloc` lets the block grow in place, or moves a large one by pages, not bytes. So it doubles
/// only up to 4 KiB, then grows by 4 KiB up to 128 KiB, then by a 32nd: little stays empty.
/// Elements must be bitwise movable. Addresses are valid until the next `append` or `reserve`.
@usableFromInline
package struct Slab<Element>: ~Copyable {
  /// What `malloc` returned: up to 48 bytes, then the elements.
  @usableFromInline var block: UnsafeMutableRawPointer
  /// Dangling while `capacity` is 0.
  @usableFromInline package internal(set) var base: UnsafeMutablePointer<Element>
  @usableFromInline package internal(set) var count = 0
  @usableFromInline package internal(set) var capacity = 0

  @inlinable
  package init() { (block, base) = Slab.block(of: 0) }

  @inlinable
  deinit {
    base.deinitialize(count: count)
    SlabBlock.free(block)
  }

  @inlinable
  package func at(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside the slab")
    return base + index
  }

  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always) _read { yield at(index).pointee }
    @inline(__always) _modify { yield &at(index).pointee }
  }

  @inlinable
  package mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Makes room for `minimum` elements in all.
  @inlinable
  package mutating func reserve(_ minimum: Int) {
    if minimum > capacity { grow(to: minimum) }
  }

  /// Requires a `reserve` before.
  @inlinable
  package mutating func appendReserved(_ element: consuming Element) {
    assert(count < capacity, "reserve first")
    (base + count).initialize(to: element)
    count += 1
  }

  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount <= count, "a slab is truncated to what it has")
    (base + newCount).deinitialize(count: count - newCount)
    count = newCount
  }

  /// Frees the block if it has room for more than `kept` elements.
  @inlinable
  package mutating func removeAll(keepingCapacity kept: Int = .max) {
    truncate(to: 0)
    guard capacity > max(kept, Slab.smallest) else { return }
    SlabBlock.free(block)
    (block, base) = Slab.block(of: 0)
    capacity = 0
  }

  /// In elements.
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

@usableFromInline
enum SlabBlock {
  /// A new block, or `old` enlarged, and where its elements begin.
  @usableFromInline
  static func make(
    _ size: Int, from old: UnsafeMutableRawPointer?
  ) -> (block: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer) {
    let alignment = size < 4_096 ? 16 : 64
    // `malloc` returns multiples of 16.
    guard let block = realloc(old, size + alignment - 16) else {
      preconditionFailure("memory has run out")
    }
    return (block, block.alignedUp(toMultipleOf: alignment))
  }

  @usableFromInline
  static func free(_ block: UnsafeMutableRawPointer) { Glibc.free(block) }
}

extension Slab where Element: BitwiseCopyable {
  /// Their values are undefined.
  mutating func extend(by more: Int) {
    reserve(count + more)
    count += more
  }
}
