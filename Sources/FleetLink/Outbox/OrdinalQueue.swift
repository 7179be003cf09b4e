/// Ascending ordinals, of which usually the first is removed.
struct OrdinalQueue {
  private var ordinals: [Outbox.Ordinal] = []
  private var head = 0

  var isEmpty: Bool { head == ordinals.count }
  var first: Outbox.Ordinal? { isEmpty ? nil : ordinals[head] }
  var last: Outbox.Ordinal? { isEmpty ? nil : ordinals[ordinals.count - 1] }
  var all: ArraySlice<Outbox.Ordinal> { ordinals[head...] }

  mutating func append(_ ordinal: Outbox.Ordinal) { ordinals.append(ordinal) }

  mutating func remove(_ ordinal: Outbox.Ordinal) {
    if first == ordinal {
      head += 1
      if head > 32, head * 2 > ordinals.count {
        ordinals.removeFirst(head)
        head = 0
      }
    } else if let index = ordinals[head...].firstIndex(of: ordinal) {
      ordinals.remove(at: index)
    }
  }
}
