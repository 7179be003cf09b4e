import ButtonProtocol

/// What a subscriber to all buttons has been shown, and since when it was last compared.
struct Showing {
  /// The frames since the last comparison.
  private(set) var frames: [ShownFrame] = []
  /// How every button looks now.
  private(set) var looks: [String: LookRecord] = [:]
  /// The line of the recording that last said something of a button; none in a replay.
  private(set) var lines: [String: Int] = [:]
  private var open = ShownFrame()

  /// Takes in a part of a frame, which stands in that line of a recording.
  mutating func take(_ part: ButtonsUpdatedNotification, line: Int = 0) {
    open.add(part)
    for record in part.buttons { lines[record.id] = line }
    for id in part.removed { lines[id] = line }
    if part.more { return }
    if open.isSnapshot { looks = [:] }
    for (id, record) in open.records { looks[id] = record.still }
    for id in open.removed { looks[id] = nil }
    frames.append(open)
    open = ShownFrame()
  }

  /// Forgets the frames, because they were compared.
  mutating func forgetFrames() { frames = [] }

  /// The buttons that the frames since the last comparison are about.
  var touched: Set<String> {
    frames.reduce(into: []) { ids, frame in
      ids.formUnion(frame.records.keys)
      ids.formUnion(frame.removed)
    }
  }
}
