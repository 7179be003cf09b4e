import ButtonExpressions
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Sends subscribers the state as it is committed.
final class StatePublisher {
  /// A line about state that is sent together with its frame.
  private struct DeferredLine {
    let subscription: Int
    let line: SharedLine
    var receivers: [ConnectionID]
  }

  private let context: EngineContext
  private let budget: TurnBudget
  private let clock: TickClock
  private let store: Store
  private let connections: ConnectionTable
  private let durability: DurabilityGate
  private let derived: DerivedKeys
  private let leases: Leases
  let selection: StateSelection
  private let subscriptions = StateSubscriptions()
  var clockReaders: [Int] { subscriptions.clockReaders }
  /// They wait for the journal.
  private var deferredLines: [DeferredLine] = []

  init(
    _ context: EngineContext, connections: ConnectionTable, durability: DurabilityGate,
    derived: DerivedKeys
  ) {
    self.context = context
    self.derived = derived
    budget = context.budget
    clock = context.clock
    store = context.store
    self.connections = connections
    self.durability = durability
    leases = context.leases
    selection = StateSelection(context)
  }

  func name(of index: Int) -> String? { subscriptions[index]?.name }

  /// See ``Engine/subscribeState(_:since:_:)``.
  func subscribe(
    _ spec: StateSubscriptionSpec, since: RevisionMark?, _ connection: ConnectionID
  ) -> [UInt8] {
    budget.work &+= (spec.keys?.count ?? 0) &* WorkCost.watchedName
    let subscription = subscriptions.index(of: spec, cursor: clock.committedRevision)
    let isMember = connections[connection]?.state.contains(subscription) == true
    if isMember {
      subscriptions[subscription]?.members.removeAll { $0.connection == connection }
      dropHeldLines(subscription, connection)
    } else {
      connections[connection, default: Connection()].state.append(subscription)
      context.clients.keep(ClientLedger.bytes(of: spec), for: connection)
    }
    var cursor: UInt64?
    if let since, !isMember, since.epoch == context.epoch, since.revision <= store.revision,
      since.revision >= store.forgottenAt
    {
      cursor = since.revision
    }
    var walk = selection.walk(spec, after: cursor, to: store.revision)
    context.writer.removeAll(keepingCapacity: true)
    context.writer.beginObject()
    context.writer.member(.subscription, spec.name)
    context.writer.member(.snapshot, cursor == nil)
    context.writer.member(.epoch, context.epoch)
    context.writer.member(.revision, store.revision)
    let isWhole = writePart(selection.nextPart(of: walk, spec, bytes: context.partRoom), &walk)
    if cursor == nil { writeErrors(spec, into: &context.writer) }
    context.writer.endObject()
    let result = [UInt8](context.writer.bytes)
    // The answer includes uncommitted values; the commit may find that nothing changed.
    let isInStep = isWhole && !store.hasUncommittedWrites
    subscriptions[subscription]?.members.append(
      StateSubscription.Member(
        connection: connection, cursor: isInStep ? nil : store.revision,
        walk: isWhole ? nil : walk))
    if !isInStep { subscriptions[subscription]?.hasStragglers = true }
    if !isWhole { connections.lag(connection) }
    return result
  }

  /// Appends `errors` up to `through`, in a small part of a line: why matching keys have no value.
  func writeErrors(
    _ spec: StateSubscriptionSpec, after: UTF8String? = nil, through: UTF8String? = nil,
    into writer: inout JSONWriter
  ) {
    if derived.failureCount == 0 { return }
    let end = writer.count + mostOfErrors
    var isEmpty = true
    selection.forEachDerivedKey(spec, after: after) { name, entry in
      if let through, name > through { return false }
      guard let error = derived.error(of: entry.key) else { return true }
      write(error, of: name, isFirst: isEmpty, into: &writer)
      isEmpty = false
      return writer.count < end
    }
    if !isEmpty { writer.endObject() }
  }

  /// What errors may take of a line.
  var errorRoom: Int {
    derived.failureCount > 0 ? mostOfErrors + StatePublisher.errorBytes : 0
  }

  /// The most that one error may take of a line.
  private static let errorBytes = 700
  /// The most that the members behind the values take when they are empty.
  private static let tailBytes = 64
  private var mostOfErrors: Int { min(64 << 10, context.lineRoom / 4) }

  /// `marked` are the keys that the newest commit has lost or brought back.
  func publishCommit(_ marked: [KeyID] = []) {
    if !subscriptions.isEmpty {
      let changes = (0..<store.committedChangeCount).lazy.map { self.store.committedChange($0) }
      subscriptions.noteChanges(of: changes, in: store)
      // The others are among the changed keys already.
      let others = marked.lazy.filter { self.store.committedAt($0) != self.clock.frame.commit }
      subscriptions.noteChanges(of: others, in: store)
    }
    for subscription in subscriptions.entries.indices {
      guard let entry = subscriptions[subscription] else { continue }
      if !entry.changed.isEmpty || entry.hasStragglers {
        var changed: [KeyID] = []
        swap(&changed, &entry.changed)
        publish(entry, subscription, changed)
      }
      entry.cursor = clock.committedRevision
    }
  }

  /// Catches the connection up, in full or in part. There must be no uncommitted writes.
  func catchUp(_ connection: ConnectionID, _ subscription: Int) {
    guard let entry = subscriptions[subscription],
      let index = entry.index(of: connection)
    else { return }
    catchUp(entry, subscription, index)
  }

  func leave(_ subscription: Int, _ connection: ConnectionID) {
    guard let entry = subscriptions[subscription] else { return }
    entry.members.removeAll { $0.connection == connection }
    context.clients.release(ClientLedger.bytes(of: entry.spec), for: connection)
    dropHeldLines(subscription, connection)
    if subscriptions[subscription]?.members.isEmpty == true {
      subscriptions.remove(at: subscription)
    }
  }

  private func publish(
    _ entry: StateSubscription, _ subscription: Int, _ changed: [KeyID]
  ) {
    var receivers: [ConnectionID] = []
    var hasStragglers = false
    for (index, member) in entry.members.enumerated() {
      let isBlocked = connections.isBlocked(member.connection)
      if !changed.isEmpty, member.walk != nil {
        // Nothing piles up for a client that does not read.
        entry.members[index].walk?.note(changed, keepsList: !isBlocked)
      }
      if isBlocked {
        if member.cursor == nil, !changed.isEmpty {
          subscriptions[subscription]?.members[index].cursor = entry.cursor
        }
        hasStragglers = hasStragglers || member.cursor != nil || !changed.isEmpty
      } else if budget.isSpent, member.cursor != nil || !changed.isEmpty {
        if member.cursor == nil { entry.members[index].cursor = entry.cursor }
        hasStragglers = true
        connections.lag(member.connection)
      } else if member.cursor != nil {
        catchUp(entry, subscription, index)
        hasStragglers = hasStragglers || entry.members[index].cursor != nil
      } else {
        receivers.append(member.connection)
      }
    }
    subscriptions[subscription]?.hasStragglers = hasStragglers
    if receivers.isEmpty || changed.isEmpty { return }
    for line in stateLines(entry.name, changed) { deliverState(line, to: receivers, subscription) }
  }

  /// Returns lines for keys that were just committed.
  private func stateLines(_ name: String, _ keys: [KeyID]) -> [SharedLine] {
    var lines: [SharedLine] = []
    var next = 0
    while next < keys.count {
      lines.append(
        stateLine(name, clock.committedRevision) { next = writeValues(keys, from: next) })
    }
    return lines
  }

  /// `body` appends the values and removed keys.
  private func stateLine(_ name: String, _ revision: UInt64, _ body: () -> Void) -> SharedLine {
    context.writer.removeAll(keepingCapacity: true)
    context.writer.beginNotification(StateChangedNotification.method)
    context.writer.beginObject()
    context.writer.member(.subscription, name)
    context.writer.member(.revision, revision)
    body()
    context.writer.endObject()
    context.writer.endObject()
    return context.finishLine()
  }

  /// Appends `values`, `removed` and `lost` for as many keys as fit into a line, at least one, and
  /// `more` if some remain or `isAll` is false. Returns the index of the first key that remains.
  private func writeValues(_ keys: [KeyID], from first: Int = 0, isAll: Bool = true) -> Int {
    let room = context.lineRoom - errorRoom - StatePublisher.tailBytes
    var removed: [KeyID] = []
    var lost: [KeyID] = []
    var removedBytes = 0
    var next = first
    context.writer.key(.values)
    context.writer.beginObject()
    while next < keys.count {
      let start = context.writer.count
      if let value = store.value(of: keys[next]) {
        store.withName(of: keys[next]) { context.writer.key($0) }
        value.write(into: &context.writer)
        if leases.isLost(keys[next]) {
          removedBytes += store.withName(of: keys[next]) { $0.count } + 3
          lost.append(keys[next])
        }
      } else {
        removedBytes += store.withName(of: keys[next]) { $0.count } + 3
        if derived[keys[next]]?.failure != nil { removedBytes += StatePublisher.errorBytes }
        removed.append(keys[next])
      }
      if context.writer.count + removedBytes > room, next > first {
        if context.writer.count > start {
          context.writer.truncate(to: start)
          if lost.last == keys[next] { lost.removeLast() }
        } else {
          removed.removeLast()
        }
        break
      }
      next += 1
    }
    context.writer.endObject()
    context.writer.key(.removed)
    context.writer.beginArray()
    for key in removed { store.withName(of: key) { context.writer.string($0) } }
    context.writer.endArray()
    if !lost.isEmpty {
      context.writer.key(.lost)
      context.writer.beginArray()
      for key in lost { store.withName(of: key) { context.writer.string($0) } }
      context.writer.endArray()
    }
    if derived.failureCount > 0 { writeErrors(of: removed) }
    if next < keys.count || !isAll { context.writer.member(.more, true) }
    budget.work &+= (next - first) &* WorkCost.value
    return next
  }

  /// Appends `errors`: why the derived ones have no value.
  private func writeErrors(of keys: [KeyID]) {
    var isEmpty = true
    for key in keys {
      guard let error = derived.error(of: key) else { continue }
      write(error, of: store.name(of: key), isFirst: isEmpty, into: &context.writer)
      isEmpty = false
    }
    if !isEmpty { context.writer.endObject() }
  }

  private func write(
    _ error: ExpressionError, of name: UTF8String, isFirst: Bool, into writer: inout JSONWriter
  ) {
    if isFirst {
      writer.key(.errors)
      writer.beginObject()
    }
    budget.work &+= WorkCost.value
    writer.key(name)
    ExpressionFault(error).write(into: &writer)
  }

  /// Sends a member that is not in step the next part of the changes since its cursor, so that
  /// nothing piles up for a slow client.
  private func catchUp(_ entry: StateSubscription, _ subscription: Int, _ index: Int) {
    let member = entry.members[index]
    guard let cursor = member.cursor else { return }
    let present = clock.committedRevision
    var walk = member.walk ?? selection.walk(entry.spec, after: cursor, to: present)
    let part = selection.nextPart(of: walk, entry.spec, bytes: context.partRoom)
    var isLast = false
    // A client that expects more hears when that was all.
    if !part.keys.isEmpty || part.end == nil && walk.hasMore {
      let line = stateLine(entry.name, walk.revision) { isLast = writePart(part, &walk) }
      deliverState(line, to: [member.connection], subscription)
    } else {
      isLast = walk.advance(0, of: part)
    }
    let isInStep = isLast && !walk.turnToRest(present)
    entry.members[index].walk = isInStep ? nil : walk
    if isInStep {
      entry.members[index].cursor = nil
    } else {
      entry.hasStragglers = true
      connections.lag(member.connection)
    }
  }

  /// True if the part is the last one.
  private func writePart(_ part: StateWalk.Part, _ walk: inout StateWalk) -> Bool {
    let isLast = walk.advance(writeValues(part.keys, isAll: part.end == nil), of: part)
    walk.hasMore = !isLast
    return isLast
  }

  /// Holds the line if the frame waits for the journal.
  private func deliverState(_ line: SharedLine, to receivers: [ConnectionID], _ subscription: Int) {
    if durability.holdsFrame {
      deferredLines.append(
        DeferredLine(subscription: subscription, line: line, receivers: receivers))
    } else {
      context.actions.append(.deliver(line, to: receivers))
    }
  }

  func deliverHeld() {
    if deferredLines.isEmpty { return }
    for held in deferredLines where !held.receivers.isEmpty {
      context.actions.append(.deliver(held.line, to: held.receivers))
    }
    deferredLines.removeAll(keepingCapacity: true)
  }

  /// The connection has ended or restarted the subscription.
  private func dropHeldLines(_ subscription: Int, _ connection: ConnectionID) {
    for index in deferredLines.indices where deferredLines[index].subscription == subscription {
      deferredLines[index].receivers.removeAll { $0 == connection }
    }
  }
}

/// A subscriber that was not sent all changes may still have to be sent a key, or its removal.
extension StatePublisher: KeyHolder {
  var keepsIDsForNow: Bool { subscriptions.hasStragglers }
}
