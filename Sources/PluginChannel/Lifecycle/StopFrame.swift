/// Asks a worker to destroy its plugin and exit; it has no payload.
package struct StopFrame: Hashable, Sendable {
  /// The one frame of its kind.
  package init() {}

  /// Adds the whole frame to a buffer.
  package func write(to buffer: inout FrameBuffer) {
    buffer.endFrame(buffer.beginFrame(.stop))
  }
}
