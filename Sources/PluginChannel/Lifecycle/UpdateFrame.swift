/// A plugin's request to resolve one or all of its buttons again.
package struct UpdateFrame: Hashable, Sendable {
  /// 0 for all.
  package var handle: UInt64

  package init(handle: UInt64) { self.handle = handle }

  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    handle = try reader.read(UInt64.self, "handle")
    try reader.finish()
  }

  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.update)
    buffer.append(handle)
    buffer.endFrame(start)
  }
}
