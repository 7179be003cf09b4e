/// The operands of an evaluation; its memory is kept for the next.
///
/// Nothing is checked: the compiler knows how deep an expression goes, and the evaluator makes room
/// for it before it begins.
struct ValueStack: ~Copyable {
  private var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  /// How many values there are.
  private(set) var count = 0

  init() {
    capacity = 16
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  /// Makes room for that many values; there are none now.
  mutating func reserve(_ depth: Int) {
    guard depth > capacity else { return }
    precondition(count == 0, "only an empty stack grows")
    base.deallocate()
    capacity = depth
    base = .allocate(capacity: capacity)
  }

  /// Puts a value on top.
  @inline(__always)
  mutating func push(_ value: consuming Value) {
    assert(count < capacity, "the compiler counted too few values")
    (base + count).initialize(to: value)
    count &+= 1
  }

  /// Takes the top value.
  @inline(__always)
  mutating func pop() -> Value {
    assert(count > 0, "the compiler counted too many values")
    count &-= 1
    return (base + count).move()
  }

  /// The top value, or one that many below it.
  @inline(__always)
  subscript(below depth: Int) -> Value { base[count &- 1 &- depth] }

  /// Drops values from the top until that many are there.
  @inline(__always)
  mutating func drop(to remaining: Int) {
    (base + remaining).deinitialize(count: count - remaining)
    count = remaining
  }
}
