package import ButtonModel

/// How a primitive style answers a pointer's event.
package struct GestureAnswer: Hashable, Sendable {
  /// A press timer in milliseconds.
  package static let timerRange: ClosedRange<UInt32> = 10...60_000

  package var handle: UInt64
  /// 0, or the style's negative status.
  package var status: Int32
  /// Empty unless the style failed.
  package var message: UTF8String
  /// The event runs the button's action.
  package var isTriggered: Bool
  /// The press counts as pressed after the event.
  package var isPressed: Bool
  /// Milliseconds until the press's timer fires, within ``timerRange``; 0 cancels it, nil leaves
  /// it.
  package var timer: UInt32?
  /// Returned to the style with the next event.
  package var scratch: GestureScratch

  package init(
    handle: UInt64, isTriggered: Bool, isPressed: Bool, timer: UInt32? = nil,
    scratch: GestureScratch
  ) {
    self.handle = handle
    status = 0
    message = ""
    self.isTriggered = isTriggered
    self.isPressed = isPressed
    self.timer = timer
    self.scratch = scratch
  }

  /// Nothing is triggered or pressed.
  package init(handle: UInt64, failed status: Int32, _ message: UTF8String) {
    precondition(status < 0, "a failure has a negative status")
    self.handle = handle
    self.status = status
    self.message = message
    isTriggered = false
    isPressed = false
    scratch = GestureScratch()
  }

  /// Trusts no byte of the payload.
  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    handle = try reader.read(UInt64.self, "handle")
    status = try reader.read(Int32.self, "status")
    message = UTF8String(
      copying: try reader.readText(
        length: UInt16.self, atMost: ChannelLimits.bytesPerMessage, "message"))
    let flags = try reader.read(UInt8.self, "answer flags")
    guard flags <= 7 else {
      throw MalformedFrame("unknown answer flags", at: reader.offset - 1)
    }
    guard status < 0 ? flags == 0 : status == 0 && message.isEmpty else {
      throw MalformedFrame("status, message and flags disagree", at: reader.offset)
    }
    isTriggered = flags & GestureAnswer.triggeredBit != 0
    isPressed = flags & GestureAnswer.pressedBit != 0
    if flags & GestureAnswer.timerBit != 0 {
      let time = try reader.read(UInt32.self, "press timer")
      guard time == 0 || GestureAnswer.timerRange.contains(time) else {
        throw MalformedFrame("press timer out of range", at: reader.offset - 4)
      }
      timer = time
    }
    scratch = try reader.readScratch()
    try reader.finish()
  }

  /// The sequence is the event's.
  package func write(sequence: UInt32, to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.gestureAnswer, sequence: sequence)
    buffer.append(handle)
    buffer.append(status)
    buffer.append(UInt16(message.bytes.count))
    buffer.append(message.bytes)
    var flags: UInt8 = 0
    if isTriggered { flags |= GestureAnswer.triggeredBit }
    if isPressed { flags |= GestureAnswer.pressedBit }
    if timer != nil { flags |= GestureAnswer.timerBit }
    buffer.append(flags)
    if let timer { buffer.append(timer) }
    buffer.append(scratch)
    buffer.endFrame(start)
  }

  private static let triggeredBit: UInt8 = 1
  private static let pressedBit: UInt8 = 2
  private static let timerBit: UInt8 = 4
}
