import ButtonProtocol
import PluginChannel

/// One client's press of a button whose style decides what a press is: the events to send and the
/// style's answers. It gets one event at a time, as each carries the scratch data of the previous.
struct GestureQueue {
  struct Event {
    var phase: GestureEvent.Phase
    var place = Place()
    /// The size at which the client drew the button then.
    var size = DrawnSize.unreported
    /// As the client called itself.
    var client: String?
    var waiters: [PressWaiter] = []
  }

  struct Place {
    /// Nil if the client has not reported it.
    var location: PressLocation?
    /// Whether the place is within the bounds for the size drawn then.
    var isInside = true
  }

  struct Taken {
    /// The style will answer the event; otherwise the press is inactive.
    var isQueued = false
    /// The waiters of earlier events that were dropped.
    var dropped: [PressWaiter] = []
  }

  /// The limit of waiting events; one more cancels the press.
  static let capacity = 16

  private(set) var isPressed = false
  /// Whether the press, for the client, has begun and not ended.
  private(set) var isOpen = false
  private(set) var scratch = GestureScratch()
  private(set) var waiting: [Event] = []
  /// Sent to the style and not answered yet.
  private var current: Event?
  /// The answer to `current` no longer counts.
  private var isVoid = false
  /// The style was sent the beginning of a press and not its end.
  private var isBegun = false
  private var lastPlace = Place()
  private var lastSize = DrawnSize.unreported

  var isReady: Bool { current == nil && !waiting.isEmpty }

  /// The style has not answered all of the client's events.
  var isAwaited: Bool {
    if let current, !isVoid, current.phase.isOfClient { return true }
    return waiting.contains { $0.phase.isOfClient }
  }

  /// The press is over, and nothing remains to be sent or answered.
  var isDone: Bool { !isOpen && current == nil && waiting.isEmpty }

  // MARK: The client

  mutating func take(
    _ event: PressEvent, size: DrawnSize, client: String?, waiter: PressWaiter?
  ) -> Taken {
    var new = Event(
      phase: .cancelled, size: size, client: client, waiters: waiter.map { [$0] } ?? [])
    switch event {
    case .began(let location):
      let dropped = cancel()
      new.phase = .began
      if let location { new.place = Place(location, size) }
      return Taken(isQueued: append(new, isLast: false), dropped: dropped)
    case .moved(let location):
      guard isOpen else { return Taken() }
      new.phase = .moved
      new.place = Place(location, size)
      if let last = waiting.indices.last, waiting[last].phase == .moved {
        new.waiters = waiting[last].waiters + new.waiters
        waiting[last] = new
        lastPlace = new.place
        lastSize = new.size
        return Taken(isQueued: true)
      }
      return appendOrCancel(new, isLast: false)
    case .ended(let location):
      guard isOpen else { return Taken() }
      new.phase = .ended
      new.place = location.map { Place($0, size) } ?? lastPlace
      return appendOrCancel(new, isLast: true)
    case .cancelled:
      return Taken(dropped: cancel())
    }
  }

  /// Ends the client's press without an action. Waiting events are dropped, and the style is sent
  /// the end if it was sent the beginning.
  mutating func cancel() -> [PressWaiter] {
    guard isOpen else { return [] }
    guard let begin = waiting.lastIndex(where: { $0.phase == .began }) else { return cancelAll() }
    let dropped = waiting[begin...].flatMap(\.waiters)
    waiting.removeSubrange(begin...)
    isOpen = false
    return dropped
  }

  /// Ends everything without an action, also an ended press that the style has yet to decide.
  mutating func cancelAll() -> [PressWaiter] {
    let dropped = (current?.waiters ?? []) + waiting.flatMap(\.waiters)
    current?.waiters = []
    isVoid = current != nil
    waiting = []
    isOpen = false
    isPressed = false
    if isBegun { waiting = [Event(phase: .cancelled, place: lastPlace)] }
    return dropped
  }

  // MARK: The timer

  /// The timer has fired; false if the press is over, or an earlier time waits to be sent.
  mutating func takeTimer(client: String?) -> Bool {
    guard isOpen, !waiting.contains(where: { $0.phase == .timer }) else { return false }
    waiting.append(Event(phase: .timer, place: lastPlace, size: lastSize, client: client))
    return true
  }

  /// The style has set or stopped its timer: a time that it was not told of no longer counts. False
  /// if the client has ended the press, which then has no timer.
  mutating func dropTimer() -> Bool {
    guard isOpen, waiting.allSatisfy({ $0.phase == .moved || $0.phase == .timer }) else {
      return false
    }
    waiting.removeAll { $0.phase == .timer }
    return true
  }

  private mutating func appendOrCancel(_ event: Event, isLast: Bool) -> Taken {
    if append(event, isLast: isLast) { return Taken(isQueued: true) }
    return Taken(dropped: cancel())
  }

  private mutating func append(_ event: Event, isLast: Bool) -> Bool {
    guard waiting.count < GestureQueue.capacity else { return false }
    waiting.append(event)
    lastPlace = event.place
    lastSize = event.size
    isOpen = !isLast
    return true
  }

  // MARK: The style

  mutating func next() -> Event {
    precondition(isReady, "a style gets one event at a time")
    let event = waiting.removeFirst()
    current = event
    isVoid = false
    switch event.phase {
    case .began:
      scratch = GestureScratch()
      isPressed = false
      isBegun = true
    case .moved, .timer: break
    case .ended, .cancelled: isBegun = false
    }
    return event
  }

  /// Nil if the answer no longer counts.
  mutating func answered(_ answer: GestureAnswer) -> Event? {
    guard let event = current else { return nil }
    current = nil
    scratch = answer.scratch
    if isVoid || event.phase == .cancelled { return nil }
    isPressed = answer.isPressed && event.phase != .ended
    return event
  }

  /// Ends everything without notifying the style, which failed or could not be sent the event.
  mutating func failed() -> [PressWaiter] {
    isBegun = false
    defer { current = nil }
    return cancelAll()
  }
}

extension GestureEvent.Phase {
  /// Whether a client has sent the event, and waits for what comes of it.
  fileprivate var isOfClient: Bool {
    switch self {
    case .began, .moved, .ended: true
    case .cancelled, .timer: false
    }
  }
}

extension GestureQueue.Place {
  fileprivate init(_ location: PressLocation, _ size: DrawnSize) {
    self.init(location: location, isInside: PressBounds(size).contains(location))
  }
}
