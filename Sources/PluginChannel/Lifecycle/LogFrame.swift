package import ButtonModel

/// A line that a plugin writes to the daemon's log.
package struct LogFrame: Hashable, Sendable {
  /// The level, with the header's numbers.
  package enum Level: UInt8, Hashable, Sendable, CaseIterable {
    case debug, info, warning, error
  }

  package var level: Level
  /// At most 1 KiB; the worker cuts longer ones.
  package var message: UTF8String

  package init(level: Level, message: UTF8String) {
    self.level = level
    self.message = message
  }

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

  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.log)
    buffer.append(level.rawValue)
    buffer.append(UInt16(message.bytes.count))
    buffer.append(message.bytes)
    buffer.endFrame(start)
  }
}
