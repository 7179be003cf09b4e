import ButtonEngine
import ButtonModel
import ButtonProtocol
import PluginChannel

/// What a primitive style's code sees of a pointer's event, and what it says.
final class FakeGesture {
  let id: String
  let event: GestureEvent
  /// The bytes that the style keeps.
  var scratch: GestureScratch
  var isPressed: Bool
  var isTriggered = false
  /// In how many milliseconds its timer is to fire.
  var timer: UInt32?
  var failure: String?

  init(id: String, event: GestureEvent, scratch: GestureScratch) {
    self.id = id
    self.event = event
    self.scratch = scratch
    isPressed = event.isPressed
  }

  /// The standard press, as a style would do it by itself.
  static func standard(_ gesture: FakeGesture) {
    switch gesture.event.phase {
    case .began, .moved: gesture.isPressed = gesture.event.isInside
    case .ended: gesture.isTriggered = gesture.event.isInside
    case .cancelled: gesture.isPressed = false
    case .timer: break
    }
  }
}

extension FakeWorker {
  /// Answers the oldest gesture, unless a batch went before it; false when there is none.
  @discardableResult
  func answerGesture(_ engine: Engine, now: UInt64) throws -> Bool {
    guard let (sequence, payload) = gestures.first,
      batches.allSatisfy({ $0.sequence > sequence })
    else { return false }
    gestures.removeFirst()
    var buffer = FrameBuffer()
    try payload.withUnsafeBytes { payload in
      let frame = try GestureFrame(payload: payload)
      var batch = try BatchDecoder(payload: frame.batch)
      while try batch.nextKey() != nil {}
      guard let item = try batch.nextItem() else { preconditionFailure("a gesture has a button") }
      precondition(item.handle == frame.handle, "a gesture is for the button that comes with it")
      let gesture = FakeGesture(
        id: String(decoding: batch.id, as: UTF8.self), event: frame.event,
        scratch: frame.scratch)
      told.append(gesture)
      plugin.gesture(gesture)
      let answer =
        if let failure = gesture.failure {
          GestureAnswer(handle: item.handle, failed: -1, UTF8String(failure))
        } else {
          GestureAnswer(
            handle: item.handle, isTriggered: gesture.isTriggered, isPressed: gesture.isPressed,
            timer: gesture.timer, scratch: gesture.scratch)
        }
      answer.write(sequence: sequence, to: &buffer)
    }
    engine.gestureAnswer(
      lane, sequence: sequence,
      payload: UnsafeRawBufferPointer(rebasing: buffer.bytes[FrameHeader.byteCount...]), now: now)
    return true
  }
}
