package import ButtonModel

/// A line a plugin wants in the daemon's log.
package struct LogFrame: Hashable, Sendable {
  /// How much a line matters; the numbers are the header's.
  package enum Level: UInt8, Hashable, Sendable, CaseIterable {
    case debug, info, warning, error
  }

  package var level: Level
  /// At most 1 KiB; longer lines are cut by the worker.
  package var message: UTF8String

  /// Creates a frame.
  package init(level: Level, message: UTF8String) {
    self.level = level
    self.message = message
  }

  /// Reads a payload.
  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    guard let level = Level(rawValue: try reader.read(UInt8.self, "log level")) else {
      throw MalformedFrame("unknown log level", at: 0)
    }
    self.level = level
    message = UTF8String(
      copying: try reader.readText(
        length: UInt16.self, atMost: ChannelLimits.bytesPerMessage, "log message"))
    try reader.finish()
  }

  /// Adds the whole frame to a buffer.
  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.log)
    buffer.append(level.rawValue)
    buffer.append(UInt16(message.bytes.count))
    buffer.append(message.bytes)
    buffer.endFrame(start)
  }
}
