package import ButtonModel
package import ButtonProtocol

/// Recognizes the standard press of a button: takes events and returns the phase and whether to
/// trigger.
///
/// The button is pressed from the first touch while the touch is within the bounds, and triggers if
/// released there.
package struct GestureRecognizer: Hashable, Sendable {
  /// The result of an event.
  package struct Outcome: Hashable, Sendable {
    package let phase: PressPhase
    /// The press is complete: the action must be performed.
    package let isTriggered: Bool
  }

  /// The phase of the press.
  package private(set) var phase = PressPhase.inactive
  /// The action was performed while the press was held, so the release does not perform it.
  package private(set) var hasRepeated = false

  package init() {}

  /// Handles an event; `size` is the size at which the client draws the button now.
  package mutating func handle(_ event: PressEvent, size: DrawnSize) -> Outcome {
    let bounds = PressBounds(size)
    var isTriggered = false
    switch event {
    case .began(let location):
      hasRepeated = false
      phase = location.map { bounds.phase(at: $0) } ?? .pressing
    case .moved(let location):
      if phase != .inactive { phase = bounds.phase(at: location) }
    case .ended(let location):
      if let location { _ = handle(.moved(location), size: size) }
      isTriggered = phase == .pressing && !hasRepeated
      phase = .inactive
    case .cancelled:
      phase = .inactive
    }
    return Outcome(phase: phase, isTriggered: isTriggered)
  }

  /// The action was performed while the press is held.
  package mutating func noteRepeat() { hasRepeated = true }

  /// The action could not be performed while the press is held: the release tries it, and says why not.
  package mutating func noteFailedRepeat() { hasRepeated = false }
}

extension PressBounds {
  /// The phase of a press at a place.
  fileprivate func phase(at location: PressLocation) -> PressPhase {
    contains(location) ? .pressing : .outOfBounds
  }
}
