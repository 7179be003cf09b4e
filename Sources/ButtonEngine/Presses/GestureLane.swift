/// The events of presses for a lane: those that wait, and those that it works on.
struct GestureLane {
  /// An event that the worker was sent.
  struct Sent {
    let sequence: UInt32
    let handle: UInt64
    let press: PrimitivePress
    /// When its press is given up.
    let deadline: UInt64
    /// It is given up, but may be answered yet.
    var isOverdue = false
  }

  /// The most events that a worker has before it has answered the first.
  static let eventsAhead = 16

  /// Presses that have something to tell, in order; may hold some that no longer do.
  private(set) var queue: [PrimitivePress] = []
  /// Events without an answer, in the order in which they went out.
  var sent: [Sent] = []

  /// There is nothing to tell, and nothing that it was told without an answer.
  var isIdle: Bool { queue.isEmpty && sent.isEmpty }

  /// The worker is late with an answer.
  var isOverdue: Bool { sent.first?.isOverdue == true }

  /// Something can be told now.
  var isReady: Bool { !queue.isEmpty && sent.count < GestureLane.eventsAhead }

  /// Notes that a press has something to tell; of about `live` presses altogether.
  mutating func list(_ press: PrimitivePress, live: Int) {
    if press.isListed { return }
    press.isListed = true
    queue.append(press)
    guard queue.count > 2 * live + 64 else { return }
    for press in queue { press.isListed = press.events.isReady }
    queue.removeAll { !$0.isListed }
  }

  /// Takes out the next press that has something to tell.
  mutating func next() -> PrimitivePress? {
    while !queue.isEmpty {
      let press = queue.removeFirst()
      press.isListed = false
      if press.events.isReady { return press }
    }
    return nil
  }

  /// Forgets everything, because the worker is gone.
  mutating func removeAll() {
    for press in queue { press.isListed = false }
    queue = []
    sent = []
  }
}
