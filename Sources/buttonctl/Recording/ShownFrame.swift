import ButtonProtocol

/// A frame without what is another in every life of a daemon: ticks, revisions, the order of buttons.
struct ShownFrame: Equatable {
  /// Whether it replaces everything that was shown before.
  private(set) var isSnapshot = false
  /// The buttons with new looks.
  private(set) var records: [String: LookRecord] = [:]
  /// Buttons that are gone.
  private(set) var removed: Set<String> = []

  /// Adds a part of the frame.
  mutating func add(_ part: ButtonsUpdatedNotification) {
    if part.snapshot { self = ShownFrame(isSnapshot: true) }
    for id in part.removed {
      records[id] = nil
      removed.insert(id)
    }
    for var record in part.buttons {
      record.revision = nil
      record.status?.since = 0
      removed.remove(record.id)
      records[record.id] = record
    }
  }

  /// The same without the animations.
  var still: ShownFrame {
    var still = self
    still.records = records.mapValues { $0.still }
    return still
  }
}

extension LookRecord {
  /// The look without how to get there.
  var still: LookRecord {
    var still = self
    still.transaction = nil
    return still
  }
}
