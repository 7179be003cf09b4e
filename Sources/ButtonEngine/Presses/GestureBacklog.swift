/// The pointer events for one lane's worker: presses with an event to send, and unanswered events.
struct GestureBacklog {
  struct SentEvent {
    let sequence: UInt32
    let handle: UInt64
    let press: PrimitivePress
    /// When the press is cancelled without an answer, in nanoseconds of the engine's clock.
    fileprivate(set) var deadline: UInt64
    /// It has passed once, and what the worker has sent until then is read first.
    fileprivate(set) var isReprieved = false
    /// The press was cancelled at the deadline; the worker may still answer.
    fileprivate(set) var isOverdue = false
  }

  static let maximumUnanswered = 16

  /// The presses in order. Some may have lost their event since they were queued.
  private var queue: [PrimitivePress] = []
  /// The events in the order they were sent.
  private(set) var unanswered: [SentEvent] = []

  var isIdle: Bool { queue.isEmpty && unanswered.isEmpty }

  var isOverdue: Bool { unanswered.first?.isOverdue == true }

  var canSend: Bool { !queue.isEmpty && unanswered.count < GestureBacklog.maximumUnanswered }

  /// The press must have an event to send. `pressCount` counts the presses under way on all lanes:
  /// a queue much longer than that holds mostly presses without an event, and drops them.
  mutating func enqueue(_ press: PrimitivePress, pressCount: Int) {
    if press.isQueued { return }
    press.isQueued = true
    queue.append(press)
    guard queue.count > 2 * pressCount + 64 else { return }
    for press in queue { press.isQueued = press.events.isReady }
    queue.removeAll { !$0.isQueued }
  }

  /// Skips presses that have lost their event.
  mutating func dequeue() -> PrimitivePress? {
    while !queue.isEmpty {
      let press = queue.removeFirst()
      press.isQueued = false
      if press.events.isReady { return press }
    }
    return nil
  }

  mutating func noteSent(_ event: SentEvent) { unanswered.append(event) }

  mutating func noteAnswered() { unanswered.removeFirst() }

  /// Marks overdue events and returns the presses of those newly marked, oldest first.
  ///
  /// An event is judged in the turn after its deadline, as its answer may be there unread. If that
  /// turn comes late, the worker gets the delay on top, at most `time`.
  mutating func markOverdue(now: UInt64, atMost time: UInt64) -> [PrimitivePress] {
    var presses: [PrimitivePress] = []
    for index in unanswered.indices {
      if unanswered[index].deadline > now { break }
      if unanswered[index].isOverdue { continue }
      if !unanswered[index].isReprieved {
        unanswered[index].isReprieved = true
        unanswered[index].deadline = now &+ min(now &- unanswered[index].deadline, time)
        continue
      }
      unanswered[index].isOverdue = true
      presses.append(unanswered[index].press)
    }
    return presses
  }

  /// The worker is gone.
  mutating func removeAll() {
    for press in queue { press.isQueued = false }
    queue = []
    unanswered = []
  }
}
