/// A newer version of a lane's plugin, whose worker runs beside that of the version in force and is
/// asked for all the lane's buttons before it takes over.
struct Trial {
  let id: LaneID
  /// What is out to the worker, and what it knows, as of any lane.
  var lane: Lane
  /// It has been asked.
  var isSent = false

  init(id: LaneID, descriptor: PluginDescriptor) {
    self.id = id
    lane = Lane(id, descriptor: descriptor, graceEnds: 0)
    lane.isOnTrial = true
  }
}

/// How far a trial has come.
package enum TrialProgress: Hashable, Sendable {
  /// Some buttons have still to be answered.
  case goesOn
  /// All buttons were answered as they should be.
  case passed
  /// A button was not, and how.
  case failed(String)
}
