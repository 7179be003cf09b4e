package import ButtonModel
package import ButtonProtocol

/// The standard press: the button is pressed from the first touch while that is within the bounds,
/// and triggers if released there. A tap that may begin a double press waits for the second one.
package struct GestureRecognizer: Hashable, Sendable {
  package struct Outcome: Hashable, Sendable {
    package let phase: PressPhase
    /// Nil if no action must be performed.
    package let triggered: ActionPlace?
  }

  package private(set) var phase = PressPhase.inactive
  /// What a release within the bounds performs; nil if that was done while the press was held.
  package private(set) var release: ActionPlace? = .press
  /// The press was out of bounds: it is neither a long press nor part of a double one.
  private var hasLeft = false
  /// A tap has been made that is not performed yet.
  private var hasTap = false

  package init() {}

  /// Whether a tap waits for a second press.
  package var isWaiting: Bool { hasTap && phase == .inactive }

  /// Whether nothing can come of it any more.
  package var isOver: Bool { !hasTap && phase == .inactive }

  /// `size` is how large the client draws the button now. Taps wait if `awaitsSecond`.
  package mutating func handle(
    _ event: PressEvent, size: DrawnSize, awaitsSecond: Bool = false
  ) -> Outcome {
    var triggered: ActionPlace?
    switch event {
    case .began(let location):
      release = .press
      hasLeft = false
      phase = .pressing
      if let location { triggered = move(to: location, size) }
    case .moved(let location):
      if phase != .inactive { triggered = move(to: location, size) }
    case .ended(let location):
      if let location, phase != .inactive { triggered = move(to: location, size) }
      if phase == .pressing { triggered = end(awaitsSecond) }
      phase = .inactive
    case .cancelled:
      if phase != .inactive { triggered = takeTap() }
      phase = .inactive
    }
    return Outcome(phase: phase, triggered: triggered)
  }

  /// Ends a tap's wait for a second press; returns what must be performed, if anything.
  package mutating func takeTap() -> ActionPlace? {
    defer { hasTap = false }
    return hasTap ? .press : nil
  }

  /// The action was performed while the press was held.
  package mutating func noteActed() { release = nil }

  /// The held press's action could not be performed: the release tries it, and says why not.
  package mutating func noteFailed(_ place: ActionPlace) { release = place }

  /// Until something happens unless the client says more, in milliseconds; nil if nothing does.
  func delay(for definition: ButtonDefinition) -> Int? {
    if isWaiting { return definition.timedActions[.doublePress]?.milliseconds }
    guard phase == .pressing else { return nil }
    if let behavior = definition.repeats { return behavior.afterMs }
    guard !hasLeft, release == .press else { return nil }
    return definition.timedActions[.longPress]?.milliseconds
  }

  private mutating func move(to location: PressLocation, _ size: DrawnSize) -> ActionPlace? {
    phase = PressBounds(size).contains(location) ? .pressing : .outOfBounds
    if phase == .pressing { return nil }
    hasLeft = true
    return takeTap()
  }

  private mutating func end(_ awaitsSecond: Bool) -> ActionPlace? {
    if takeTap() != nil { return .gesture(.doublePress) }
    guard awaitsSecond, !hasLeft, release == .press else { return release }
    hasTap = true
    return nil
  }
}
