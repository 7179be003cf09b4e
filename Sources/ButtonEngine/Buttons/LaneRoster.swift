import ButtonModel
import ButtonStore

/// The buttons of each lane, so that an event of a plugin visits only that plugin's buttons.
///
/// A record stores its position in each list, so insertion and removal take constant time. The list
/// of the built-in lane contains the buttons that name a plugin but have no route.
struct LaneRoster {
  /// A button's position in the list of each lane on its route, by stage.
  struct Position {
    fileprivate var first: UInt32 = 0
    fileprivate var second: UInt32 = 0

    fileprivate subscript(stage: Int) -> UInt32 {
      get { stage == 0 ? first : second }
      set { if stage == 0 { first = newValue } else { second = newValue } }
    }
  }

  private var lists: [[ButtonSlot]] = []

  /// The buttons of a lane, in no particular order.
  subscript(lane: LaneID) -> [ButtonSlot] {
    Int(lane.rawValue) < lists.count ? lists[Int(lane.rawValue)] : []
  }

  /// The number of buttons routed through a lane.
  func count(of lane: LaneID) -> Int {
    Int(lane.rawValue) < lists.count ? lists[Int(lane.rawValue)].count : 0
  }

  /// Adds a button to the lists of its lanes.
  mutating func insert(_ slot: ButtonSlot, _ record: ButtonRecord) {
    for stage in record.stages.indices {
      record.rosterPosition[stage] = append(slot, to: record.stages[stage].lane)
    }
    if record.isUnrouted { record.rosterPosition[0] = append(slot, to: .builtIn) }
  }

  /// Removes a button; `records` are needed to update the buttons that move into its place.
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
