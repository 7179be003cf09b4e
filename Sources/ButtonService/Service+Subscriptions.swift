package import ButtonEngine
package import ButtonModel
import ButtonProtocol
package import JSONRPC

/// A line that the service wants sent.
package struct Delivery {
  package let line: SharedLine
  package let receivers: [ConnectionID]
}

extension Service {
  /// The most actions, or inputs, for a connection that takes no bytes; then the oldest go.
  static let actionQueueLength = 1_024

  func send(_ line: SharedLine, to receivers: [ConnectionID]) {
    if !receivers.isEmpty { output.append(Delivery(line: line, receivers: receivers)) }
  }

  // MARK: Subscriptions

  /// False when the connection has no such subscription.
  func unsubscribe(_ session: Session, from name: String) -> Bool {
    guard let topic = subscriptions.unsubscribe(session.connection, from: name) else {
      return engine.unsubscribe(name, session.connection)
    }
    // There may be other subscriptions to actions.
    if ![.actions, .fleetActions, .deliveries].contains(topic) {
      endSubscriptions(of: session, to: topic)
    }
    return true
  }

  /// Also drops what waits to be sent.
  func endSubscriptions(of session: Session, to topic: EventSubscriptions.Topic) {
    subscriptions.end(session.connection, to: topic)
    switch topic {
    case .actions, .fleetActions, .deliveries: session.actions.removeAll(&queued)
    case .inputs:
      session.inputs.removeAll(&queued)
      if !subscriptions.areInputsWatched { inputEvents = InputEvents() }
    case .plugins:
      session.changedPlugins = []
      if pluginMembers.isEmpty { toldPlugins = [:] }
    case .sources:
      session.changedSources = []
      if sourceMembers.isEmpty { toldSources = [:] }
    case .fleet: session.changedScopes = []
    }
  }

  func tellMissed(_ session: Session) {
    sendQueued(&session.actions, to: session)
    sendQueued(&session.inputs, to: session)
    for lane in session.changedPlugins.sorted(by: { $0.rawValue < $1.rawValue }) {
      if let listing = listing(of: lane) { send(line(for: listing), to: [session.connection]) }
    }
    session.changedPlugins = []
    for name in session.changedSources.sorted() {
      send(line(forSource: name), to: [session.connection])
    }
    session.changedSources = []
    for name in session.changedScopes.sorted() {
      send(line(forScope: name), to: [session.connection])
    }
    session.changedScopes = []
    if let fleet { fleet.actions.unblocked(fleet) }
  }

  // MARK: Actions

  /// Before the answer or, with strict durability, once the changes are in the journal.
  func performed(_ action: PerformedAction) {
    if engine.durability == .strict { engine.notify(action) } else { tell(action) }
  }

  /// Notifies the subscribers, and the action's source.
  package func tell(_ action: PerformedAction) {
    let definition = action.definition
    if let source = definition.action?.source {
      let line = line(about: definition, client: action.client, revision: action.revision)
      sourceControl?.send(action: line, to: source)
    }
    for (name, members) in subscriptions.covering(definition) {
      let line = line(
        ActionTriggeredNotification(
          subscription: name, id: definition.id, name: definition.action?.name,
          payload: definition.action?.payload, client: action.client, revision: action.revision,
          item: action.item, press: action.press),
        of: ActionTriggeredNotification.method)
      tell(line, to: members, of: .actions)
    }
  }

  // MARK: Plugins

  private var pluginMembers: [ConnectionID] {
    subscriptions.members(of: PluginsSubscribeRequest.subscription)
  }

  /// The plugin is new, or doing otherwise.
  package func pluginChanged(_ lane: LaneID) {
    let members = pluginMembers
    guard !members.isEmpty, let listing = listing(of: lane) else { return }
    let essence = listing.essence
    if toldPlugins.updateValue(essence, forKey: lane) == essence { return }
    tell(line(for: listing), of: lane, to: members, or: \.changedPlugins)
  }

  private func line(for plugin: PluginListing) -> SharedLine {
    line(
      PluginChangedNotification(
        subscription: PluginsSubscribeRequest.subscription, plugin: plugin),
      of: PluginChangedNotification.method)
  }

  // MARK: Sources

  private var sourceMembers: [ConnectionID] {
    subscriptions.members(of: SourcesSubscribeRequest.subscription)
  }

  /// The source is new, gone, or doing otherwise.
  package func sourceChanged(_ name: String) {
    let members = sourceMembers
    guard !members.isEmpty else { return }
    let essence = sourceControl?.listing(of: name)?.essence
    if let told = toldSources.updateValue(essence, forKey: name), told == essence { return }
    tell(line(forSource: name), of: name, to: members, or: \.changedSources)
  }

  private func line(forSource name: String) -> SharedLine {
    let subscription = SourcesSubscribeRequest.subscription
    let notification =
      sourceControl?.listing(of: name).map {
        SourceChangedNotification(subscription: subscription, source: $0)
      } ?? SourceChangedNotification(subscription: subscription, removed: name)
    return line(notification, of: SourceChangedNotification.method)
  }

  // MARK: Lines

  func takesBytes(_ connection: ConnectionID) -> Bool {
    session(connection).map { !$0.isBlocked } ?? false
  }

  func line(_ notification: some Message, of method: StaticString) -> SharedLine {
    writer.removeAll(keepingCapacity: writer.capacity <= 64 << 10)
    writer.beginNotification(method)
    notification.write(into: &writer)
    writer.endObject()
    return SharedLine(copying: writer.bytes)
  }

  /// Members that take no bytes get the newest change later.
  func tell<ID>(
    _ line: SharedLine, of id: ID, to members: [ConnectionID],
    or changed: ReferenceWritableKeyPath<Session, Set<ID>>
  ) {
    send(
      line,
      to: members.filter { member in
        guard let session = session(member) else { return false }
        if session.isBlocked { session[keyPath: changed].insert(id) }
        return !session.isBlocked
      })
  }

  /// For members that take no bytes, the event waits in a bounded queue.
  func tell(
    _ line: SharedLine, to members: [ConnectionID], of topic: EventSubscriptions.Topic
  ) {
    var receivers: [ConnectionID] = []
    for member in members {
      guard let session = session(member) else { continue }
      let passes =
        topic == .actions
        ? passes(line, to: session, or: &session.actions)
        : passes(line, to: session, or: &session.inputs)
      if passes { receivers.append(member) }
    }
    send(line, to: receivers)
  }

  /// Otherwise the event waits in the client's queue.
  private func passes(
    _ line: SharedLine, to session: Session, or queue: inout ActionQueue
  ) -> Bool {
    if !session.isBlocked, queue.isClean, line.bytes.count <= limits.maxFrameBytes { return true }
    queue.append(
      line, limit: Service.actionQueueLength, maximumBytes: limits.maxFrameBytes, held: &queued)
    if !session.isBlocked { sendQueued(&queue, to: session) }
    return false
  }

  private func sendQueued(_ queue: inout ActionQueue, to session: Session) {
    while let line = queue.next(&queued) { send(line, to: [session.connection]) }
  }
}
