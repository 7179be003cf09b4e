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

  /// Bytes of the changes in a part of a snapshot, or in a line that brings one client up to date: what
  /// these are is found out and written in a few milliseconds, so that others do not wait.
  var roomOfPart: Int {
    min(settings.maximumFrameBytes, settings.maximumPartBytes) - Engine.tailRoom
  }

  /// How far one search goes for such a part.
  var boundOfPart: SearchBound { SearchBound(work: searchAllowance, bytes: roomOfPart) }

  /// Counts what it cost to write such a part.
  func chargePart(_ bytes: Int) {
    let cost = bytes &* Engine.workOfPartByte
    work &+= cost
    searchWork &+= cost
  }

  /// What a byte of such a part costs, which is put together of many looks.
  private static let workOfPartByte = 3

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
