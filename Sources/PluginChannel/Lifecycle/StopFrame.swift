/// Asks a worker to destroy its plugin and exit; it has no payload.
package struct StopFrame: Hashable, Sendable {
  package init() {}

  package func write(to buffer: inout FrameBuffer) {
    buffer.endFrame(buffer.beginFrame(.stop))
  }
}
