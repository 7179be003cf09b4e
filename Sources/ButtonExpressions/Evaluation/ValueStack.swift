/// The operands of an evaluation; keeps its memory.
///
/// Nothing is checked: the compiler computes the depth, and the evaluator reserves it first.
struct ValueStack: ~Copyable {
  private var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 16
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  /// The stack must be empty.
  mutating func reserve(_ depth: Int) {
    guard depth > capacity else { return }
    precondition(count == 0, "only an empty stack grows")
    base.deallocate()
    capacity = depth
    base = .allocate(capacity: capacity)
  }

  @inline(__always)
  mutating func push(_ value: consuming Value) {
    assert(count < capacity, "the compiler counted too few values")
    (base + count).initialize(to: value)
    count &+= 1
  }

  @inline(__always)
  mutating func pop() -> Value {
    assert(count > 0, "the compiler counted too many values")
    count &-= 1
    return (base + count).move()
  }

  /// 0 is the top.
  @inline(__always)
  subscript(below depth: Int) -> Value { base[count &- 1 &- depth] }

  @inline(__always)
  mutating func drop(to remaining: Int) {
    (base + remaining).deinitialize(count: count - remaining)
    count = remaining
  }
}
