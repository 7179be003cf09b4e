internal import Glibc

/// Elements in one block of memory, aligned to a cache line, that grows when full.
///
/// The block grows where it is if it can, and a large one by moving its pages, not its bytes; so
/// large ones take small steps and leave little empty. Elements must not mind being moved by bytes.
/// Addresses are valid until the next `append` or `reserve`.
struct Slab<Element>: ~Copyable {
  private static var alignment: Int { 64 }

  /// What `malloc` gave: the elements, behind up to 48 bytes that align them.
  private var block: UnsafeMutableRawPointer?
  /// The first element; dangling while `capacity` is 0.
  private(set) var base: UnsafeMutablePointer<Element>
  /// How many elements are there.
  private(set) var count = 0
  /// How many elements fit without growing.
  private(set) var capacity = 0

  init() { (block, base) = Slab.block(of: 0, from: nil) }

  deinit {
    base.deinitialize(count: count)
    free(block)
  }

  /// The address of one element.
  func at(_ index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside the slab")
    return base + index
  }

  /// Adds an element at the end.
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Makes room for so many elements in all.
  mutating func reserve(_ minimum: Int) {
    if minimum > capacity { grow(to: minimum) }
  }

  /// Adds an element where `reserve` has made room.
  mutating func appendReserved(_ element: consuming Element) {
    assert(count < capacity, "reserve first")
    (base + count).initialize(to: element)
    count += 1
  }

  /// Takes away elements from the end until so many are left.
  mutating func truncate(to newCount: Int) {
    precondition(newCount <= count, "a slab is truncated to what it has")
    (base + newCount).deinitialize(count: count - newCount)
    count = newCount
  }

  /// Forgets every element and, where the block is larger than so many elements, the block too.
  mutating func removeAll(keepingCapacity kept: Int = .max) {
    truncate(to: 0)
    guard capacity > kept else { return }
    free(block)
    (block, base) = Slab.block(of: 0, from: nil)
    capacity = 0
  }

  private mutating func grow(to minimum: Int) {
    let step = capacity * MemoryLayout<Element>.stride < 1 << 16 ? capacity : capacity / 32
    capacity = max(minimum, capacity + step, 16)
    let before = block.map { UnsafeMutableRawPointer(base) - $0 } ?? 0
    (block, base) = Slab.block(of: capacity, from: block)
    guard let block, UnsafeMutableRawPointer(base) - block != before else { return }
    memmove(base, block + before, count * MemoryLayout<Element>.stride)
  }

  private static func block(
    of capacity: Int, from old: UnsafeMutableRawPointer?
  ) -> (UnsafeMutableRawPointer, UnsafeMutablePointer<Element>) {
    let size = capacity * MemoryLayout<Element>.stride + alignment - 16
    guard let block = realloc(old, size) else { preconditionFailure("out of memory") }
    let base = block.alignedUp(toMultipleOf: alignment)
    return (block, base.bindMemory(to: Element.self, capacity: capacity))
  }
}

extension Slab where Element: BitwiseCopyable {
  /// Adds so many elements at the end, whose values are whatever lies there.
  mutating func extend(by more: Int) {
    reserve(count + more)
    count += more
  }
}
