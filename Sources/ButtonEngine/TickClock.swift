import ButtonProtocol
import JSONRPC

/// Where the engine stands in its sequence of ticks, frames and changes to looks.
///
/// A tick takes in what was changed before it; a frame publishes the looks that follow.
final class TickClock {
  /// The frame in the making: from the beginning of a tick until its looks go out.
  struct Frame {
    var isOpen = false
    /// When it goes without the lanes that have not answered.
    var deadline: UInt64 = 0
    /// When the newest tick began; nil before the first.
    var began: UInt64?
    /// The journal's group that has everything it shows; 0 when that does not matter.
    var group: UInt64 = 0
    /// The commit that the tick made; 0 when it changed nothing.
    var commit: UInt64 = 0

    /// When the next tick may begin.
    func nextBegin(maximumFrameRate: Double) -> UInt64 {
      guard maximumFrameRate > 0, let began else { return 0 }
      return began &+ UInt64(1_000_000_000 / max(maximumFrameRate, 0.001))
    }
  }

  var frame = Frame()
  /// Ticks begun, with and without a frame.
  private(set) var tickNumber: UInt64 = 0
  /// Frames published: the `tick` of the protocol.
  private(set) var frameNumber: UInt64 = 0
  /// Changes to looks and statuses, in order.
  private(set) var serial: UInt64 = 0
  /// The serial that the newest frame ended with.
  private(set) var publishedSerial: UInt64 = 0
  /// The revision of the newest commit, which frames show.
  var committedRevision: UInt64 = 0
  /// Counts the buttons that have not settled, by tick.
  var pending = PendingButtonCounter()
  /// Whether something has happened for which a waiting request for looks may be ready.
  var requestsMayBeReady = false

  /// When a turn must end at the latest though nothing happens; nil when nothing is due.
  var wakeTime: UInt64?

  /// Gives out the next place in the order of changes.
  func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  /// Whether all looks on show are published: the moment to tell clients of looks outside of a frame.
  var isBetweenFrames: Bool { !frame.isOpen && serial == publishedSerial }

  /// Begins a tick; a frame is open from here on.
  func beginTick(now: UInt64, deadline: UInt64, group: UInt64) {
    tickNumber += 1
    frame.isOpen = true
    frame.began = now
    frame.deadline = deadline
    frame.group = group
  }

  /// Ends a frame with everything on show; returns the serial that the frame before ended with.
  func endFrame() -> UInt64 {
    frameNumber += 1
    defer { publishedSerial = serial }
    return publishedSerial
  }

  /// Counts a button that became dirty in the present tick.
  func addPending() { pending.add(tickNumber) }

  /// Writes the members that say when: tick and revision.
  @inline(__always)
  func writeMark(to writer: inout JSONWriter) {
    writer.key(.tick)
    writer.int(frameNumber)
    writer.key(.revision)
    writer.int(committedRevision)
  }
}
