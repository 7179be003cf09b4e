import ButtonEngine
import ButtonModel
import ButtonProtocol

/// Subscriptions to events of the service, with one entry for all equal ones. Those to buttons and
/// state belong to the engine, which knows how much each has been sent.
final class EventSubscriptions {
  enum Topic: CaseIterable {
    /// Presses and triggers. A client that takes no bytes gets them later, or how many it missed.
    case actions
    /// The same of the whole fleet.
    case fleetActions
    /// Actions of the fleet that one member of a group gets.
    case deliveries
    /// What clients ask for, queued like actions.
    case inputs
    /// How plugins are doing. A client that takes no bytes gets the newest later.
    case plugins
    /// Sent like plugins.
    case sources
    /// How scopes are doing, sent like plugins, and what is dropped, queued like actions.
    case fleet

    var requiredRole: Role {
      switch self {
      case .actions, .fleetActions: ActionsSubscribeRequest.method.requiredRole
      case .inputs: InputsSubscribeRequest.method.requiredRole
      case .deliveries: ActionsDoneRequest.method.requiredRole
      case .plugins: PluginsSubscribeRequest.method.requiredRole
      case .sources: SourcesSubscribeRequest.method.requiredRole
      case .fleet: FleetSubscribeRequest.method.requiredRole
      }
    }
  }

  private struct Entry {
    let name: String
    let topic: Topic
    /// The buttons of a subscription to actions.
    let match: Match?
    var members: [ConnectionID] = []

    /// Towards the limit of subscriptions.
    var count: Int { match?.subscriptionCount ?? 1 }
    /// Kept for each member.
    var bytes: Int { match.map(EventSubscriptions.bytes(of:)) ?? 0 }
  }

  private let ledger: ClientLedger
  /// By place; nil where it is free.
  private var entries: [Entry?] = []
  private var places: [String: Int] = [:]
  private var freePlaces: [Int] = []
  /// Per connection: its places, and how much they count.
  private var held: [ConnectionID: (places: Set<Int>, count: Int)] = [:]
  /// Which subscriptions to actions cover a button.
  private var index = MatchIndex()
  /// Every input asks.
  private(set) var areInputsWatched = false

  /// Called when a connection has ended its subscription to the fleet's actions.
  var didLeaveFleet: ((ConnectionID, String) -> Void)?

  init(ledger: ClientLedger) { self.ledger = ledger }

  /// Returns what a match costs each subscriber.
  static func bytes(of match: Match) -> Int { ClientLedger.subscriptionBytes + match.keptBytes }

  /// Subscribing twice counts once.
  func subscribe(
    _ connection: ConnectionID, to topic: Topic, of match: Match? = nil, named name: String
  ) {
    let place = places[name] ?? add(Entry(name: name, topic: topic, match: match))
    guard let entry = entries[place],
      held[connection, default: ([], 0)].places.insert(place).inserted
    else { return }
    held[connection]?.count += entry.count
    entries[place]?.members.append(connection)
    ledger.keep(entry.bytes, for: connection)
    if topic == .inputs { areInputsWatched = true }
  }

  /// Returns the topic of what ended; nil when the connection has no such subscription.
  func unsubscribe(_ connection: ConnectionID, from name: String) -> Topic? {
    guard let place = places[name], let topic = entries[place]?.topic,
      leave(place, connection)
    else { return nil }
    return topic
  }

  func end(_ connection: ConnectionID, to topic: Topic) {
    for place in held[connection]?.places ?? [] where entries[place]?.topic == topic {
      _ = leave(place, connection)
    }
  }

  /// Each counted as its match says.
  func count(of connection: ConnectionID) -> Int { held[connection]?.count ?? 0 }

  func members(of name: String) -> [ConnectionID] {
    places[name].flatMap { entries[$0]?.members } ?? []
  }

  /// Returns the covering subscriptions with their members, by name.
  func covering(_ definition: ButtonDefinition) -> [(name: String, members: [ConnectionID])] {
    if places.isEmpty { return [] }
    let covering = index.places(
      id: UTF8String(definition.id), group: definition.group.map { UTF8String($0) }
    ) { entries[$0]?.match }
    return covering.compactMap { place in entries[place].map { ($0.name, $0.members) } }
  }

  private func add(_ entry: Entry) -> Int {
    let place = freePlaces.popLast() ?? entries.count
    if place == entries.count { entries.append(nil) }
    entries[place] = entry
    places[entry.name] = place
    if entry.topic == .actions, let match = entry.match { index.insert(match, at: place) }
    return place
  }

  private func leave(_ place: Int, _ connection: ConnectionID) -> Bool {
    guard let entry = entries[place], held[connection]?.places.remove(place) != nil,
      let member = entry.members.firstIndex(of: connection)
    else { return false }
    held[connection]?.count -= entry.count
    if held[connection]?.places.isEmpty == true { held[connection] = nil }
    ledger.release(entry.bytes, for: connection)
    entries[place]?.members.remove(at: member)
    defer {
      if entry.topic == .fleetActions || entry.topic == .deliveries {
        didLeaveFleet?(connection, entry.name)
      }
    }
    guard entry.members.count == 1 else { return true }
    entries[place] = nil
    places[entry.name] = nil
    freePlaces.append(place)
    if entry.topic == .actions, let match = entry.match { index.remove(match, at: place) }
    if entry.topic == .inputs { areInputsWatched = false }
    return true
  }
}
