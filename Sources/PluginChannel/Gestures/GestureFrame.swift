/// A pointer's event, and the button with a primitive style that it is for.
package struct GestureFrame {
  package static let headBytes = 48 + GestureScratch.byteCount

  /// The same as its item's.
  package let handle: UInt64
  package let event: GestureEvent
  /// What the style left after the last event.
  package let scratch: GestureScratch
  /// The payload of a batch with this button alone, unread, in the frame's memory.
  package let batch: UnsafeRawBufferPointer

  /// The payload must outlive the frame.
  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    handle = try reader.read(UInt64.self, "handle")
    event = try GestureEvent(&reader)
    scratch = try reader.readScratch()
    batch = UnsafeRawBufferPointer(rebasing: payload[reader.offset...])
  }
}
