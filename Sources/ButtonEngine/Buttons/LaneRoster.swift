import ButtonModel
import ButtonStore

/// The buttons of each lane, so that a plugin's event visits only its own.
///
/// Records store their positions, so insertion and removal take constant time. The built-in lane's
/// list has the buttons that name a plugin but have no route.
struct LaneRoster {
  /// A button's position in each lane's list, by stage of its route.
  struct Position {
    fileprivate var first: UInt32 = 0
    fileprivate var second: UInt32 = 0

    fileprivate subscript(stage: Int) -> UInt32 {
      get { stage == 0 ? first : second }
      set { if stage == 0 { first = newValue } else { second = newValue } }
    }
  }

  private var lists: [[ButtonSlot]] = []

  /// In no particular order.
  subscript(lane: LaneID) -> [ButtonSlot] {
    Int(lane.rawValue) < lists.count ? lists[Int(lane.rawValue)] : []
  }

  func count(of lane: LaneID) -> Int {
    Int(lane.rawValue) < lists.count ? lists[Int(lane.rawValue)].count : 0
  }

  mutating func insert(_ slot: ButtonSlot, _ record: ButtonRecord) {
    for stage in record.stages.indices {
      record.rosterPosition[stage] = append(slot, to: record.stages[stage].lane)
    }
    if record.isUnrouted { record.rosterPosition[0] = append(slot, to: .builtIn) }
  }

  /// Needs `records` to update the button that moves into its place.
  mutating func remove(_ record: ButtonRecord, records: [ButtonRecord?]) {
    for stage in record.stages.indices {
      remove(record.rosterPosition[stage], from: record.stages[stage].lane, records)
    }
    if record.isUnrouted { remove(record.rosterPosition[0], from: .builtIn, records) }
  }

  private mutating func append(_ slot: ButtonSlot, to lane: LaneID) -> UInt32 {
    while lists.count <= Int(lane.rawValue) { lists.append([]) }
    lists[Int(lane.rawValue)].append(slot)
    return UInt32(lists[Int(lane.rawValue)].count - 1)
  }

  private mutating func remove(_ index: UInt32, from lane: LaneID, _ records: [ButtonRecord?]) {
    let last = lists[Int(lane.rawValue)].removeLast()
    guard Int(index) < lists[Int(lane.rawValue)].count else { return }
    lists[Int(lane.rawValue)][Int(index)] = last
    guard let moved = records[Int(last.rawValue)] else { return }
    moved.rosterPosition[moved.stages.firstIndex { $0.lane == lane } ?? 0] = index
  }
}
