import ButtonModel

/// The plugins' lanes, by id; a lane stays for good.
final class LaneTable {
  private(set) var all: [Lane] = []

  /// The lane with an id that the table gave out.
  @inline(__always)
  subscript(id: LaneID) -> Lane { all[Int(id.rawValue) - 1] }

  /// Adds a lane for a plugin.
  func append(_ descriptor: PluginDescriptor, graceEnds: UInt64) -> Lane {
    let id = LaneID(rawValue: UInt16(all.count + 1))
    let lane = Lane(id, descriptor: descriptor, graceEnds: graceEnds)
    all.append(lane)
    return lane
  }

  /// Whether the present frame waits for a lane.
  var areAwaited: Bool { all.indices.contains { all[$0].isAwaited } }

  /// Whether a style has been told, or is to be told, of a pointer.
  var haveGestures: Bool { all.indices.contains { !all[$0].gestures.isIdle } }
}
