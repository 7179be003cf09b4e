/// A value that few of many holders have: absent, it takes eight bytes, whatever its size.
@propertyWrapper
struct Boxed<Value> {
  private var kept: [Value] = []

  var isEmpty: Bool { kept.isEmpty }

  var wrappedValue: Value? {
    get { kept.first }
    set { kept = newValue.map { [$0] } ?? [] }
  }

  /// The same, to share with another holder.
  var projectedValue: Boxed<Value> {
    get { self }
    set { self = newValue }
  }
}
