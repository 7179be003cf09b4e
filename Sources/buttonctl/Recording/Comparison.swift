import ButtonClient
import ButtonModel
import ButtonProtocol

/// Compares the looks of a replay with the recorded ones.
struct Comparison {
  struct Difference: Equatable {
    let id: String
    /// The line of the recording with the look that was not shown; 0 if there is none.
    let line: Int
    /// The looks, with their animations if those differ; nil if there is no such button.
    let recorded: LookRecord?
    let replayed: LookRecord?
  }

  var recorded = Showing()
  var replayed = Showing()
  /// How often the same looks came in different frames.
  private(set) var divided = 0

  /// The differences since the last comparison.
  ///
  /// Timing decides which changes share a frame, so frames that differ only in that are counted but
  /// are not a difference. Between equal frames, animations are compared too.
  mutating func compare() -> [Difference] {
    defer {
      recorded.forgetFrames()
      replayed.forgetFrames()
    }
    if recorded.frames == replayed.frames { return [] }
    let ids = recorded.touched.union(replayed.touched).naturallySorted()
    let differences = ids.filter { recorded.looks[$0] != replayed.looks[$0] }.map { id in
      Difference(
        id: id, line: recorded.lines[id] ?? 0, recorded: recorded.looks[id],
        replayed: replayed.looks[id])
    }
    if !differences.isEmpty { return differences }
    guard recorded.frames.map(\.still) == replayed.frames.map(\.still) else {
      divided += 1
      return []
    }
    for (one, other) in zip(recorded.frames, replayed.frames) {
      for id in one.records.keys.sorted() where one.records[id] != other.records[id] {
        return [
          Difference(
            id: id, line: recorded.lines[id] ?? 0, recorded: one.records[id],
            replayed: other.records[id])
        ]
      }
    }
    return []
  }
}

/// What a subscriber to all buttons has received, and what of it was not compared yet.
struct Showing {
  /// Since the last comparison.
  private(set) var frames: [ShownFrame] = []
  private(set) var looks: [String: LookRecord] = [:]
  /// The line of the recording that last mentioned a button; empty in a replay.
  private(set) var lines: [String: Int] = [:]
  private var open = ShownFrame()

  /// `line` is that of a recording.
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

  mutating func forgetFrames() { frames = [] }

  /// The buttons that the frames since the last comparison have touched.
  var touched: Set<String> {
    frames.reduce(into: []) { ids, frame in
      ids.formUnion(frame.records.keys)
      ids.formUnion(frame.removed)
    }
  }
}

/// A frame without what differs in every run of a daemon: ticks, revisions, the order of buttons.
struct ShownFrame: Equatable {
  /// It replaces everything that was shown before.
  private(set) var isSnapshot = false
  private(set) var records: [String: LookRecord] = [:]
  private(set) var removed: Set<String> = []

  mutating func add(_ part: ButtonsUpdatedNotification) {
    if part.snapshot { self = ShownFrame(isSnapshot: true) }
    for id in part.removed {
      records[id] = nil
      removed.insert(id)
    }
    for var record in part.buttons {
      record.revision = nil
      record.status?.since = 0
      // A replay has the fleet's values, and no connection that could be lost.
      if record.status?.reason == "fleetOffline" { record.status = nil }
      removed.remove(record.id)
      records[record.id] = record
    }
  }

  /// The frame without animations.
  var still: ShownFrame {
    var still = self
    still.records = records.mapValues { $0.still }
    return still
  }
}

extension LookRecord {
  /// The record without its animation.
  var still: LookRecord {
    var still = self
    still.transaction = nil
    return still
  }
}
