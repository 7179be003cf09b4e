/// The frame in the making: from the moment a tick begins until its looks go out.
struct Frame {
  /// True between the beginning of a tick and its frame.
  var isOpen = false
  /// When it goes without the lanes that have not answered.
  var deadline: UInt64 = 0
  /// When the newest tick began; nil before the first.
  var began: UInt64?
  /// The revision that the tick shows.
  var revision: UInt64 = 0

  /// The number of the journal's group that has everything it shows; 0 when that need not be known.
  var group: UInt64 = 0

  /// When the next tick may begin.
  func nextBegin(maximumFrameRate: Double) -> UInt64 {
    guard maximumFrameRate > 0, let began else { return 0 }
    return began &+ UInt64(1_000_000_000 / max(maximumFrameRate, 0.001))
  }
}
