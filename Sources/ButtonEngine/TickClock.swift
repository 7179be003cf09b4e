import ButtonProtocol
import JSONRPC

/// The engine's position in the sequence of ticks, frames and changes to looks. A tick commits the
/// changes before it; a frame publishes the resulting looks.
final class TickClock {
  /// The open frame, from the beginning of a tick until its looks are published.
  struct Frame {
    var isOpen = false
    /// When the frame is published without the lanes that have not answered.
    private(set) var deadline: UInt64 = 0
    /// The deadline has passed once, and what lanes have answered until then is read first.
    private var isReprieved = false
    /// When the newest tick began; nil before the first one.
    var began: UInt64?
    /// Contains everything the frame shows; 0 if it need not wait for one.
    var group: UInt64 = 0
    /// The tick's commit; 0 if it changed nothing.
    var commit: UInt64 = 0

    mutating func open(now: UInt64, deadline: UInt64, group: UInt64) {
      isOpen = true
      isReprieved = false
      began = now
      self.deadline = deadline
      self.group = group
    }

    /// Whether it goes without the lanes that have not answered. That is decided in the turn after
    /// its deadline, as answers may be there unread. If that turn comes late, the lanes get the
    /// delay on top, at most `time`.
    mutating func isOver(now: UInt64, atMost time: UInt64) -> Bool {
      if now < deadline || isReprieved { return now >= deadline }
      isReprieved = true
      deadline = now &+ min(now &- deadline, time)
      return false
    }

    func nextBegin(maximumFrameRate: Double) -> UInt64 {
      guard maximumFrameRate > 0, let began else { return 0 }
      return began &+ UInt64(1_000_000_000 / max(maximumFrameRate, 0.001))
    }
  }

  var frame = Frame()
  /// Ticks begun, with or without a frame.
  private(set) var tickNumber: UInt64 = 0
  /// Frames published: the `tick` of the protocol.
  private(set) var frameNumber: UInt64 = 0
  /// The serial of the newest change to a look or status.
  private(set) var serial: UInt64 = 0
  /// The newest serial in the newest frame.
  private(set) var publishedSerial: UInt64 = 0
  /// The revision of the newest commit; frames report it.
  var committedRevision: UInt64 = 0
  var pending = PendingButtonCounter()
  /// Whether a waiting request for looks may have become ready.
  var requestsMayBeReady = false

  /// See ``Engine/wakeTime``.
  var wakeTime: UInt64?

  func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  /// Whether every look is published: only then may looks be sent outside of a frame.
  var isBetweenFrames: Bool { !frame.isOpen && serial == publishedSerial }

  func beginTick(now: UInt64, deadline: UInt64, group: UInt64) {
    tickNumber += 1
    frame.open(now: now, deadline: deadline, group: group)
  }

  /// Returns the newest serial of the previous frame.
  func endFrame() -> UInt64 {
    frameNumber += 1
    defer { publishedSerial = serial }
    return publishedSerial
  }

  /// Counts a button that became dirty in this tick.
  func addPending() { pending.add(tickNumber) }

  @inline(__always)
  func writeMark(to writer: inout JSONWriter) {
    writer.key(.tick)
    writer.int(frameNumber)
    writer.key(.revision)
    writer.int(committedRevision)
  }
}
