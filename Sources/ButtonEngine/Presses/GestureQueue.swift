import ButtonProtocol
import PluginChannel

/// One client's press of a button whose style decides itself what a press is: the events that are
/// still to be told, and what the style made of those it was told.
///
/// The style gets one event at a time, as each carries what the one before left in the scratch.
struct GestureQueue {
  /// A request that waits for what the style says.
  struct Waiter {
    let ticket: Ticket
    /// Its answer waits further until everything applied before has been published.
    let isPublishedFirst: Bool
  }

  /// One event.
  struct Event {
    var phase: GestureEvent.Phase
    var place = Place()
    /// How large the client drew the button at that time.
    var size = DrawnSize.unreported
    /// What the client called itself.
    var client: String?
    var waiters: [Waiter] = []
  }

  /// Where the pointer is.
  struct Place {
    /// Nil when the client has not said.
    var location: PressLocation?
    /// Within the bounds, as large as the button was drawn when the pointer came there.
    var isInside = true
  }

  /// What became of a client's event.
  struct Taken {
    /// The style will say what it means; else the press is inactive.
    var isQueued = false
    /// Requests of earlier events that came to nothing.
    var dropped: [Waiter] = []
  }

  /// The most events that wait; one more cancels the press.
  static let capacity = 16

  /// The press looks pressed.
  private(set) var isPressed = false
  /// For the client it has begun and not ended.
  private(set) var isOpen = false
  private(set) var scratch = GestureScratch()
  private(set) var waiting: [Event] = []
  /// The event that the style is at.
  private var current: Event?
  /// What the style says of that event does not count any more.
  private var isVoid = false
  /// The style was told of a press and not yet of its end.
  private var isBegun = false
  private var lastPlace = Place()

  /// An event can be told now.
  var isReady: Bool { current == nil && !waiting.isEmpty }

  /// The style has still to say what some event of the client's means.
  var isAwaited: Bool {
    if let current, !isVoid, current.phase != .cancelled { return true }
    return waiting.contains { $0.phase != .cancelled }
  }

  /// Nothing is left to do.
  var isDone: Bool { !isOpen && current == nil && waiting.isEmpty }

  // MARK: The client

  /// Takes an event of the client's.
  mutating func take(
    _ event: PressEvent, size: DrawnSize, client: String?, waiter: Waiter?
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

  /// Ends the client's press without an action; the style does not hear what it has not heard yet,
  /// and hears that the press is over if it has heard of it.
  mutating func cancel() -> [Waiter] {
    guard isOpen else { return [] }
    guard let begin = waiting.lastIndex(where: { $0.phase == .began }) else { return cancelAll() }
    let dropped = waiting[begin...].flatMap(\.waiters)
    waiting.removeSubrange(begin...)
    isOpen = false
    return dropped
  }

  /// Ends everything without an action, also a press that the client has ended and of which the
  /// style has not said yet what it means.
  mutating func cancelAll() -> [Waiter] {
    let dropped = (current?.waiters ?? []) + waiting.flatMap(\.waiters)
    current?.waiters = []
    isVoid = current != nil
    waiting = []
    isOpen = false
    isPressed = false
    if isBegun { waiting = [Event(phase: .cancelled, place: lastPlace)] }
    return dropped
  }

  private mutating func appendOrCancel(_ event: Event, isLast: Bool) -> Taken {
    if append(event, isLast: isLast) { return Taken(isQueued: true) }
    return Taken(dropped: cancel())
  }

  private mutating func append(_ event: Event, isLast: Bool) -> Bool {
    guard waiting.count < GestureQueue.capacity else { return false }
    waiting.append(event)
    lastPlace = event.place
    isOpen = !isLast
    return true
  }

  // MARK: The style

  /// Takes out the event that the style gets now.
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
    case .moved: break
    case .ended, .cancelled: isBegun = false
    }
    return event
  }

  /// The style has said what the event means; nil when that does not count any more.
  mutating func answered(_ answer: GestureAnswer) -> Event? {
    guard let event = current else { return nil }
    current = nil
    scratch = answer.scratch
    if isVoid || event.phase == .cancelled { return nil }
    isPressed = answer.isPressed && event.phase != .ended
    return event
  }

  /// The style failed, or the event could not be sent: everything ends, and the style does not hear of it.
  mutating func failed() -> [Waiter] {
    isBegun = false
    defer { current = nil }
    return cancelAll()
  }
}

extension GestureQueue.Place {
  /// A place on or about a button of a size.
  fileprivate init(_ location: PressLocation, _ size: DrawnSize) {
    self.init(location: location, isInside: PressBounds(size).contains(location))
  }
}
