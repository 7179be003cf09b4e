/// A plugin's wish that a button, or all of its buttons, be resolved again.
package struct UpdateFrame: Hashable, Sendable {
  /// The button's handle, 0 for all.
  package var handle: UInt64

  /// A wish for one handle, or all with 0.
  package init(handle: UInt64) { self.handle = handle }

  /// Reads a payload.
  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    handle = try reader.read(UInt64.self, "handle")
    try reader.finish()
  }

  /// Adds the whole frame to a buffer.
  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.update)
    buffer.append(handle)
    buffer.endFrame(start)
  }
}
