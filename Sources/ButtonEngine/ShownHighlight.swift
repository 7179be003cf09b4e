/// Whether the looks of a button that clients were sent last are those of a pressed one, and whether
/// the looks that go out next are.
struct ShownHighlight {
  /// Clients have been sent a look at all.
  private(set) var isShown = false
  /// The look that they were sent last is highlighted.
  private(set) var wasHighlighted = false
  /// The newest look is.
  private(set) var isHighlighted = false
  /// The frame that the newest look goes out in; 0 before the first.
  private var tick: UInt64 = 0

  /// Notes that a look was drawn which goes out in the frame after `publishedTick`.
  mutating func draw(isHighlighted: Bool, publishedTick: UInt64) {
    if tick != 0, tick <= publishedTick {
      isShown = true
      wasHighlighted = self.isHighlighted
    }
    self.isHighlighted = isHighlighted
    tick = publishedTick + 1
  }
}
