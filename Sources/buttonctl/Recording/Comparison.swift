import ButtonModel
import ButtonProtocol

/// What a replay shows beside what was recorded.
struct Comparison {
  /// How one button differs.
  struct Difference: Equatable {
    let id: String
    /// The line of the recording with the look that was not shown; 0 where there is none.
    let line: Int
    /// The looks with their animations where these are what differs; nil for no button.
    let recorded: LookRecord?
    let replayed: LookRecord?
  }

  var recorded = Showing()
  var replayed = Showing()
  /// How often the same looks came in other frames.
  private(set) var divided = 0

  /// Compares everything since the last time; nil where it is the same.
  ///
  /// Which changes share a frame is a matter of moments, so frames that differ in that alone are
  /// counted and no more. Where the frames are the same ones, their animations count too.
  mutating func compare() -> Difference? {
    defer {
      recorded.forgetFrames()
      replayed.forgetFrames()
    }
    if recorded.frames == replayed.frames { return nil }
    for id in recorded.touched.union(replayed.touched).sorted()
    where recorded.looks[id] != replayed.looks[id] {
      return Difference(
        id: id, line: recorded.lines[id] ?? 0, recorded: recorded.looks[id],
        replayed: replayed.looks[id])
    }
    guard recorded.frames.map(\.still) == replayed.frames.map(\.still) else {
      divided += 1
      return nil
    }
    for (one, other) in zip(recorded.frames, replayed.frames) {
      for id in one.records.keys.sorted() where one.records[id] != other.records[id] {
        return Difference(
          id: id, line: recorded.lines[id] ?? 0, recorded: one.records[id],
          replayed: other.records[id])
      }
    }
    return nil
  }
}
