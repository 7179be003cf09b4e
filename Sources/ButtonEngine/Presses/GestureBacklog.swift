/// The pointer events for one lane's worker: presses with an event to send, and the events that were sent
/// and not answered yet.
struct GestureBacklog {
  /// An event that was sent to the worker.
  struct SentEvent {
    let sequence: UInt32
    let handle: UInt64
    let press: PrimitivePress
    /// When the press is cancelled if there is still no answer, in nanoseconds of the engine's clock.
    fileprivate(set) var deadline: UInt64
    /// The deadline has passed once, and what the worker has sent until then is read first.
    fileprivate(set) var isReprieved = false
    /// The deadline has passed and the press was cancelled; the worker may still answer.
    fileprivate(set) var isOverdue = false
  }

  /// The most events that a worker may have unanswered.
  static let maximumUnanswered = 16

  /// Presses with an event to send, in order. Some may have lost their event since they were queued.
  private var queue: [PrimitivePress] = []
  /// Events without an answer, in the order they were sent.
  private(set) var unanswered: [SentEvent] = []

  /// There is nothing to send, and every event was answered.
  var isIdle: Bool { queue.isEmpty && unanswered.isEmpty }

  /// The worker has missed the deadline of its oldest event.
  var isOverdue: Bool { unanswered.first?.isOverdue == true }

  /// There is a press to send an event of, and the worker may be sent one more.
  var canSend: Bool { !queue.isEmpty && unanswered.count < GestureBacklog.maximumUnanswered }

  /// Queues a press that has an event to send, unless it is queued already.
  ///
  /// `pressCount` is the number of presses under way, on all lanes: a queue much longer than that holds
  /// mostly presses without an event, and drops them.
  mutating func enqueue(_ press: PrimitivePress, pressCount: Int) {
    if press.isQueued { return }
    press.isQueued = true
    queue.append(press)
    guard queue.count > 2 * pressCount + 64 else { return }
    for press in queue { press.isQueued = press.events.isReady }
    queue.removeAll { !$0.isQueued }
  }

  /// Removes and returns the next press that has an event to send; nil if there is none.
  mutating func dequeue() -> PrimitivePress? {
    while !queue.isEmpty {
      let press = queue.removeFirst()
      press.isQueued = false
      if press.events.isReady { return press }
    }
    return nil
  }

  /// Adds an event that was sent just now.
  mutating func noteSent(_ event: SentEvent) { unanswered.append(event) }

  /// Removes the oldest sent event, which the worker has answered.
  mutating func noteAnswered() { unanswered.removeFirst() }

  /// Marks the events whose deadline has passed, and returns the presses of those that were not marked
  /// before, oldest first.
  ///
  /// An event is judged in the turn after its deadline, as the answer may be there and unread. If the daemon
  /// comes late to that, the worker gets the delay on top, at most `time`.
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

  /// Drops everything, because the worker is gone.
  mutating func removeAll() {
    for press in queue { press.isQueued = false }
    queue = []
    unanswered = []
  }
}
