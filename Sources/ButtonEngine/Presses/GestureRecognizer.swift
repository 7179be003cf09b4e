package import ButtonModel
package import ButtonProtocol

/// The standard press of a button: events in, the phase and whether to trigger out.
///
/// Pressed from the first touch on, as long as the touch is within the bounds; released there, it
/// triggers.
package struct GestureRecognizer: Hashable, Sendable {
  /// What an event made of the press.
  package struct Outcome: Hashable, Sendable {
    package let phase: PressPhase
    /// The press is complete: the action is due.
    package let isTriggered: Bool
  }

  /// Where the press stands.
  package private(set) var phase = PressPhase.inactive

  package init() {}

  /// Takes an event; `size` is how large the client draws the button at this moment.
  package mutating func handle(_ event: PressEvent, size: DrawnSize) -> Outcome {
    let bounds = PressBounds(size)
    var isTriggered = false
    switch event {
    case .began(let location):
      phase = location.map { bounds.phase(at: $0) } ?? .pressing
    case .moved(let location):
      if phase != .inactive { phase = bounds.phase(at: location) }
    case .ended(let location):
      if let location { _ = handle(.moved(location), size: size) }
      isTriggered = phase == .pressing
      phase = .inactive
    case .cancelled:
      phase = .inactive
    }
    return Outcome(phase: phase, isTriggered: isTriggered)
  }
}

extension PressBounds {
  /// The phase of a press at a place.
  fileprivate func phase(at location: PressLocation) -> PressPhase {
    contains(location) ? .pressing : .outOfBounds
  }
}
