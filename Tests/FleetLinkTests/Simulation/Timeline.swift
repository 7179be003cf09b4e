/// Virtual time: what is to happen, in the order of its time.
struct Timeline {
  typealias Body = () throws -> Void

  private struct Moment {
    let time: UInt64
    let order: Int
    let body: Body

    static func < (a: Moment, b: Moment) -> Bool {
      a.time == b.time ? a.order < b.order : a.time < b.time
    }
  }

  private var heap: [Moment] = []
  private var count = 0

  mutating func add(at time: UInt64, _ body: @escaping Body) {
    count += 1
    heap.append(Moment(time: time, order: count, body: body))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func next() -> (time: UInt64, body: Body)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.time, first.body)
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
