import ButtonProtocol
import JSONRPC

/// How much is said in one turn: many subscriptions that differ, each with a large frame, do not all
/// lie in memory at once.
extension Engine {
  /// The turn has made, or searched, as much as it may; what more there is follows in the next turns, to
  /// those who take it.
  var hasSaidEnough: Bool {
    saidBytes > settings.maximumBytesAtOnce || searchWork > settings.searchAllowance
  }

  /// Has everybody brought up to date later.
  func postpone(_ entry: SubscriptionTable.Buttons) {
    for index in entry.members.indices {
      if entry.members[index].cursor == nil { entry.members[index].cursor = entry.cursor }
      lag(entry.members[index].connection)
    }
    entry.cursor = publishedSerial
    entry.changes.removeAll()
    if !entry.heldLooks.isEmpty { dropHeldLooks(of: entry) }
  }

  /// A line with a copy of what was written.
  func finishLine() -> SharedLine {
    saidBytes += writer.count
    return SharedLine(copying: writer.bytes)
  }
}
