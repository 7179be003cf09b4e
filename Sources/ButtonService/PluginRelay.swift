import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Tells those who subscribed to plugins how these are doing.
///
/// A connection that takes no bytes is told later, of each plugin that changed meanwhile, how it is
/// doing then.
final class PluginRelay: Relay {
  private var members: [ConnectionID] = []
  /// What connections that take no bytes have still to be told of.
  private var behind: [ConnectionID: Set<LaneID>] = [:]
  /// What was told last.
  private var told: [LaneID: PluginListing] = [:]
  private var writer = JSONWriter()

  /// Makes a connection a subscriber; twice is once.
  func subscribe(_ connection: ConnectionID) {
    if !members.contains(connection) { members.append(connection) }
  }

  var right: Role { PluginsSubscribe.right }

  func unsubscribe(_ name: String, _ session: Session) -> Bool {
    guard name == PluginsSubscribeRequest.subscription, count(of: session.connection) > 0 else {
      return false
    }
    end(session)
    return true
  }

  func end(_ session: Session) {
    members.removeAll { $0 == session.connection }
    behind[session.connection] = nil
    if members.isEmpty { told = [:] }
  }

  /// Whether somebody subscribed.
  var hasMembers: Bool { !members.isEmpty }

  func count(of connection: ConnectionID) -> Int { members.contains(connection) ? 1 : 0 }

  /// A plugin is doing as it says: the line for all who take bytes, and who they are; nil when there
  /// is nothing new in it or nobody to tell.
  func line(
    for listing: PluginListing, of lane: LaneID, isBlocked: (ConnectionID) -> Bool
  ) -> (line: SharedLine, receivers: [ConnectionID])? {
    if members.isEmpty { return nil }
    let essence = listing.essence
    if told.updateValue(essence, forKey: lane) == essence { return nil }
    var receivers: [ConnectionID] = []
    for member in members {
      if isBlocked(member) {
        behind[member, default: []].insert(lane)
      } else {
        receivers.append(member)
      }
    }
    return receivers.isEmpty ? nil : (line(for: listing), receivers)
  }

  /// The plugins that a connection has still to be told of, now that it takes bytes.
  func takeMissed(_ connection: ConnectionID) -> [LaneID] {
    let missed = behind.removeValue(forKey: connection) ?? []
    return missed.sorted { $0.rawValue < $1.rawValue }
  }

  /// The line that says how a plugin is doing.
  func line(for listing: PluginListing) -> SharedLine {
    writer.removeAll(keepingCapacity: true)
    writer.beginNotification(PluginChangedNotification.method)
    PluginChangedNotification(
      subscription: PluginsSubscribeRequest.subscription, plugin: listing
    ).write(into: &writer)
    writer.endObject()
    return SharedLine(copying: writer.bytes)
  }
}
