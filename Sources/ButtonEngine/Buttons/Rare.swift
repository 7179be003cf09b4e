/// A value that few of many have: those without it have eight bytes for it, whatever its size.
@propertyWrapper
struct Rare<Value> {
  private var kept: [Value] = []

  /// Whether there is none.
  var isEmpty: Bool { kept.isEmpty }

  var wrappedValue: Value? {
    get { kept.first }
    set { kept = newValue.map { [$0] } ?? [] }
  }

  /// The same, to be shared with another holder.
  var projectedValue: Rare<Value> {
    get { self }
    set { self = newValue }
  }
}
