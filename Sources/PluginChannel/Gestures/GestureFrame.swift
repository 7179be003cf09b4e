/// A pointer's event for a button with a primitive style, and the button itself.
package struct GestureFrame {
  /// The bytes before the batch.
  package static let headBytes = 48 + GestureScratch.byteCount

  /// The button's handle, the same as its item's.
  package let handle: UInt64
  package let event: GestureEvent
  /// What the style left after the event before.
  package let scratch: GestureScratch
  /// The payload of a batch with this button alone, not read yet; it is part of the frame.
  package let batch: UnsafeRawBufferPointer

  /// Reads a payload, which must outlive the frame.
  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    handle = try reader.read(UInt64.self, "handle")
    event = try GestureEvent(&reader)
    scratch = try reader.readScratch()
    batch = UnsafeRawBufferPointer(rebasing: payload[reader.offset...])
  }
}
