import ButtonModel

/// One client's press of one button.
enum ActivePress {
  /// The daemon's recognizer decides; `client` is what the client called itself last.
  case standard(GestureRecognizer, client: String?)
  /// The button's style decides; `isPressing` is from its last answer.
  case primitive(PrimitivePress, isPressing: Bool)

  /// Whether the press makes the button look pressed.
  var isPressing: Bool {
    switch self {
    case .standard(let recognizer, _): recognizer.phase == .pressing
    case .primitive(_, let isPressing): isPressing
    }
  }

  /// A tap that waits for a second press.
  var isWaiting: Bool {
    switch self {
    case .standard(let recognizer, _): recognizer.isWaiting
    case .primitive: false
    }
  }

  /// Whether its release is decided: it has acted while it was held, or failed to.
  var hasRepeated: Bool {
    switch self {
    case .standard(let recognizer, _): recognizer.release != .press
    case .primitive(let press, _): press.hasRepeated
    }
  }

  /// Nil unless a style decides the press.
  var primitive: PrimitivePress? {
    switch self {
    case .standard: nil
    case .primitive(let press, _): press
    }
  }
}

/// One client's press of a button whose style decides what a press is. A class, because the table
/// of presses and the lane share it: the lane keeps it until the style was sent the end of the
/// press, even if the button is gone.
final class PrimitivePress {
  let key: PressKey
  /// The button, or what it was when it was removed.
  var record: ButtonRecord
  let lane: Lane
  var events = GestureQueue()
  /// When its client last said something of it, by the engine's clock.
  var heard: UInt64 = 0
  /// The client's name then.
  var client: String?
  /// It has performed the action at its timer.
  var hasRepeated = false
  /// It is in its lane's queue.
  var isQueued = false

  init(key: PressKey, record: ButtonRecord, lane: Lane) {
    self.key = key
    self.record = record
    self.lane = lane
  }

  var handle: UInt64 { record.handle(key.slot) }
}
