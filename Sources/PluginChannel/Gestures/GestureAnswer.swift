package import ButtonModel

/// What a primitive style made of a pointer's event.
package struct GestureAnswer: Hashable, Sendable {
  /// The range of a press timer, in milliseconds.
  package static let timerRange: ClosedRange<UInt32> = 10...60_000

  /// The button's handle in the event.
  package var handle: UInt64
  /// 0, or the negative status with which the style failed.
  package var status: Int32
  /// Why it failed, empty otherwise.
  package var message: UTF8String
  /// True when the event runs the button's action.
  package var isTriggered: Bool
  /// True while the press counts as pressed, after the event.
  package var isPressed: Bool
  /// In how many milliseconds the press's timer is to fire, within ``timerRange``; 0 takes it away, and
  /// nil leaves it as it was.
  package var timer: UInt32?
  /// What the style wants back with the next event.
  package var scratch: GestureScratch

  /// An answer of a style that took the event.
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

  /// An answer of a style that failed: nothing is triggered and nothing pressed.
  package init(handle: UInt64, failed status: Int32, _ message: UTF8String) {
    precondition(status < 0, "a failure has a negative status")
    self.handle = handle
    self.status = status
    self.message = message
    isTriggered = false
    isPressed = false
    scratch = GestureScratch()
  }

  /// Reads a payload, of which no byte is trusted.
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

  /// Adds the whole frame to a buffer; the sequence is that of the event.
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
