import ButtonModel

/// One client's press of one button.
enum Press {
  /// The daemon's own recogniser decides.
  case standard(GestureRecognizer)
  /// The button's style decides; `isPressing` is what it last said.
  case primitive(PrimitivePress, isPressing: Bool)

  /// True while it makes the button look pressed.
  var isPressing: Bool {
    switch self {
    case .standard(let recognizer): recognizer.phase == .pressing
    case .primitive(_, let isPressing): isPressing
    }
  }

  /// The press as its style sees it, where the style decides.
  var primitive: PrimitivePress? {
    switch self {
    case .standard: nil
    case .primitive(let press, _): press
    }
  }
}

/// One client's press of a button whose style decides itself what a press is.
///
/// A class, because it is known in the table of presses and to its lane, and goes on there for as
/// long as the style must be told that the press is over, also when the button is gone.
final class PrimitivePress {
  let key: PressKey
  /// The button as it is pressed: as it is, or as it was when it went.
  var record: ButtonRecord
  /// The style's lane.
  let lane: Lane
  var events = GestureQueue()
  /// It is in its lane's queue of presses with an event to send.
  var isQueued = false

  init(key: PressKey, record: ButtonRecord, lane: Lane) {
    self.key = key
    self.record = record
    self.lane = lane
  }

  /// The number by which the lane knows the button.
  var handle: UInt64 { record.handle(key.slot) }
}
