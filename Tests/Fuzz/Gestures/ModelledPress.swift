import ButtonEngine
import ButtonModel
import ButtonProtocol

/// A press, and next to it what it must come to.
struct ModelledPress {
  /// One event's bytes.
  static let eventBytes = 17

  private var recognizer = GestureRecognizer()
  private var size = DrawnSize.unreported
  private var isHeld = false
  private var isInside = false

  /// Takes an event by its number; one whose place no display has is left out.
  mutating func take(_ kind: UInt8, x: Double, y: Double) {
    let location = PressLocation(x: x, y: y)
    switch kind {
    case 0: size = DrawnSize(width: x, height: y) ?? size
    case 1: check(.began(nil), at: nil)
    case 2: if let location { check(.began(location), at: location) }
    case 3: if let location { check(.moved(location), at: location) }
    case 4: check(.ended(nil), at: nil)
    case 5: if let location { check(.ended(location), at: location) }
    default: check(.cancelled, at: nil)
    }
  }

  private mutating func check(_ event: PressEvent, at location: PressLocation?) {
    var triggers = false
    switch event {
    case .began:
      isHeld = true
      isInside = location.map(holds) ?? true
    case .moved:
      if isHeld { isInside = location.map(holds) ?? isInside }
    case .ended:
      if isHeld { isInside = location.map(holds) ?? isInside }
      triggers = isHeld && isInside
      isHeld = false
    case .cancelled: isHeld = false
    }
    let outcome = recognizer.handle(event, size: size)
    precondition(
      (outcome.triggered != nil) == triggers, "it triggers when it must not, or does not")
    precondition(outcome.phase == recognizer.phase, "two phases at once")
    let phase = !isHeld ? "inactive" : isInside ? "pressing" : "outOfBounds"
    precondition(outcome.phase.rawValue == phase, "another phase than the model's")
  }

  /// The frame and 40 points around it, without the far edges.
  private func holds(_ location: PressLocation) -> Bool {
    location.x >= -40 && location.x < size.width + 40 && location.y >= -40
      && location.y < size.height + 40
  }
}
