import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import JSONRPC
import PluginChannel

/// Draws buttons and stores what they show: a look for each trait set, and a status.
final class LookBoard {
  private let context: EngineContext
  private let clock: TickClock
  private let store: Store
  private let recentPresses: RecentPresses
  private let lanes: LaneTable
  private let buttons: ButtonTable
  let traitSets: TraitSetTable
  private let subscriptions: ButtonSubscriptions
  private var resolver = Resolver()
  private var lookWriter = JSONWriter()
  /// A status that clients know of a button, and what it consists of.
  private struct SavedStatus {
    let slot: ButtonSlot
    /// Because of its plugins.
    let own: Boxed<ButtonStatus>
    let lost: LostKeys?
  }

  /// What was last published of buttons whose status has changed since the last frame.
  private var savedStatuses: [SavedStatus] = []
  /// The lost keys found last: mostly, the next button reads the same.
  private var lastLost: LostKeys?
  /// The buttons whose plugin is down, oldest first.
  private var stale: [(slot: ButtonSlot, since: UInt64)] = []

  init(
    _ context: EngineContext, lanes: LaneTable, buttons: ButtonTable,
    subscriptions: ButtonSubscriptions
  ) {
    self.context = context
    clock = context.clock
    store = context.store
    recentPresses = context.recentPresses
    self.lanes = lanes
    self.buttons = buttons
    self.subscriptions = subscriptions
    traitSets = TraitSetTable(context)
  }

  /// Draws a button for every trait set in use, unless it is hidden. `revision` is that of the
  /// state that its plugins saw, 0 without plugins.
  func showLooks(_ slot: ButtonSlot, _ record: ButtonRecord, revision: UInt64) {
    if record.isHidden { return }
    for index in traitSets.all.indices {
      guard let set = traitSets[index] else { continue }
      showLook(slot, record, set, revision: revision)
    }
    if recentPresses.areFollowed { recentPresses.finish(slot, revision: revision) }
  }

  /// If the plugins have not answered for these traits, shows the fallback with a status or, if
  /// they are about to and the look is not due, keeps the present one.
  func showLook(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ set: TraitSet, revision: UInt64,
    isDue: Bool = false
  ) {
    let pass = plugins(record, traitSet: set.id)
    if pass == nil, record.isDirtyAgain, !isDue { return }
    if pass == nil || !set.substitutes.isEmpty {
      noteSubstitute(slot, record, set, isNeeded: pass == nil)
    }
    draw(record, set, pass ?? AnswerPass())
    context.budget.work &+= WorkCost.look &+ lookWriter.count
    if set.looks.shows(slot, lookWriter.bytes) { return }
    context.statistics.looks += 1
    let change = set.looks.show(
      slot, appearance: lookWriter.bytes, isHighlighted: record.state.contains(.highlighted),
      serial: clock.nextSerial(), tick: clock.frameNumber + 1, revision: revision)
    if let change { attachTransaction(to: slot, change, set, revision: revision) }
    subscriptions.touch(slot, record, publishedSerial: clock.publishedSerial)
  }

  /// Redraws a settled button after a change that its plugins do not read.
  func redraw(_ slot: ButtonSlot, _ record: ButtonRecord) {
    for case let set? in traitSets.all {
      guard let look = set.looks[slot] else { continue }
      showLook(slot, record, set, revision: look.revision)
    }
  }

  /// Draws the matching buttons that have no look for these traits, and marks those dirty whose
  /// plugins have not answered for them. Visits at most `limit` buttons after `after`, within
  /// `allowance`, and returns the id to continue after.
  func drawMissing(
    _ match: Match, _ index: Int, after: UTF8String? = nil, limit: Int = .max,
    allowance: Int = .max
  ) -> UTF8String? {
    guard index > 0, let set = traitSets[index] else { return nil }
    var count = 0
    var end: UTF8String?
    let stop = buttons.forEachButton(match, after: after, allowance: allowance) { slot in
      guard let record = buttons[slot] else { return true }
      count += 1
      if !set.looks.contains(slot) || set.substitutes[slot] != nil,
        traitSets[0]?.looks.contains(slot) == true
      {
        if lacksAnswer(record, set) {
          context.budget.work &+= WorkCost.look
          buttons.markDirty(slot, record, .traits)
        } else {
          showLook(slot, record, set, revision: 0)
        }
      }
      if count < limit { return true }
      end = record.id
      return false
    }
    return stop ?? end
  }

  /// Notes whether only this trait set shows the fallback. Notifies even if the appearance stays.
  private func noteSubstitute(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ set: TraitSet, isNeeded: Bool
  ) {
    if isNeeded == (set.substitutes[slot] != nil) { return }
    if isNeeded, let stage = record.currentStage ?? record.stages.first {
      set.substitutes[slot] = status(of: lanes[stage.lane], record).asFallback
    } else {
      set.substitutes[slot] = nil
    }
    set.looks.renew(slot, serial: clock.nextSerial(), tick: clock.frameNumber + 1, .status)
    subscriptions.touch(slot, record, publishedSerial: clock.publishedSerial)
  }

  private func attachTransaction(
    to slot: ButtonSlot, _ change: LookTable.Change, _ set: TraitSet, revision: UInt64
  ) {
    let isOfRelease = recentPresses.cover(slot, revision: revision)
    guard
      let transaction = resolver.transaction(
        wasHighlighted: change.wasHighlighted || isOfRelease, isHighlighted: change.isHighlighted)
    else { return }
    lookWriter.removeAll(keepingCapacity: true)
    lookWriter.transaction(transaction)
    set.looks.attach(
      LookTransaction(
        text: [UInt8](lookWriter.bytes), start: change.start,
        end: set.looks[existing: slot].serial),
      to: slot)
  }

  /// Sets the status of plugins and bindings. Notifies subscribers even if the appearance stays.
  func setStatus(_ slot: ButtonSlot, _ record: ButtonRecord, _ status: ButtonStatus?) {
    if status == nil, !record.hasStatus, record.bindings == nil, record.definedGroup == nil {
      return
    }
    let failure = record.bindings?.present.failure ?? record.definedGroup?.failure(context.derived)
    let status = status ?? failure.map { self.status(ofFailure: $0) }
    if LookBoard.isSame(status, record.status) { return }
    set(status, record.lost, slot, record)
  }

  /// As of the last commit.
  func updateLost(_ slot: ButtonSlot, _ record: ButtonRecord) {
    let lost = lostKeys(slot, record)
    if LookBoard.isSame(lost, record.lost) { return }
    set(record.status, lost, slot, record)
  }

  private func lostKeys(_ slot: ButtonSlot, _ record: ButtonRecord) -> LostKeys? {
    guard context.hasLost else { return nil }
    var lost = Set<KeyID>()
    var scope: Int?
    for index in 0..<store.dependencyCount(of: slot) {
      let key = store.dependency(index, of: slot)
      lost.formUnion(context.derived.lostInputs(of: key))
      if let shared = context.shared, !shared.stale.isEmpty {
        scope = min(scope ?? .max, context.derived.staleScope(of: key, shared) ?? .max)
      }
    }
    var offline: (name: UTF8String, message: String)?
    if let scope, let shared = context.shared, let staleness = shared.stale[scope] {
      offline = (name: shared.scopes[scope].name, message: staleness.message)
    }
    if lost.isEmpty, offline == nil { return nil }
    let keys = lost.map { (name: store.name(of: $0), id: $0) }.sorted { $0.name < $1.name }
    let found = LostKeys(
      names: keys.prefix(LostKeys.maximumNames).map(\.name), count: keys.count,
      lease: keys.first.flatMap { context.leases.name(ofLeaseOf: $0.id) },
      since: record.lost?.since ?? clock.frameNumber + 1, scope: offline)
    if let last = lastLost, last.since == found.since, last.isSame(as: found) { return last }
    lastLost = found
    return found
  }

  private func set(
    _ own: ButtonStatus?, _ lost: LostKeys?, _ slot: ButtonSlot, _ record: ButtonRecord
  ) {
    let held = held(slot, record)
    // What has reverted began when it first did.
    let isBack =
      LookBoard.isSame(own, held.own.wrappedValue) && LookBoard.isSame(lost, held.lost)
    if isBack { record.$status = held.own } else { record.status = own }
    record.lost = isBack ? held.lost : lost
    renewLooks(slot, record, .status, isBack: isBack)
  }

  /// What clients know of a button's status, which is about to change.
  private func held(_ slot: ButtonSlot, _ record: ButtonRecord) -> SavedStatus {
    let index = Int(record.savedStatus)
    if index < savedStatuses.count, savedStatuses[index].slot == slot {
      return savedStatuses[index]
    }
    let held = SavedStatus(slot: slot, own: record.$status, lost: record.lost)
    record.savedStatus = UInt32(savedStatuses.count)
    savedStatuses.append(held)
    return held
  }

  private static func isSame(_ one: ButtonStatus?, _ other: ButtonStatus?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isSame(as: other)
    case (nil, _?), (_?, nil): false
    }
  }

  private static func isSame(_ one: LostKeys?, _ other: LostKeys?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isSame(as: other)
    case (nil, _?), (_?, nil): false
    }
  }

  /// Renews looks after another change; `isBack` says that this reverted to what clients know.
  func renewLooks(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ kinds: LookTable.ChangeKinds, isBack: Bool = false
  ) {
    // A hidden button has no looks, and a touch would outlast an unnoticed change of its group.
    if record.isHidden { return }
    for set in traitSets.all.indices where traitSets[set]?.looks.contains(slot) == true {
      traitSets[set]?.looks.renew(
        slot, serial: clock.nextSerial(), tick: clock.frameNumber + 1, kinds, isBack: isBack)
    }
    subscriptions.touch(slot, record, publishedSerial: clock.publishedSerial)
  }

  private func draw(_ record: ButtonRecord, _ set: TraitSet, _ pass: AnswerPass) {
    lookWriter.removeAll(keepingCapacity: true)
    let condition = ButtonCondition(
      base: record.base, isBare: record.isBare, state: record.state, isBusy: record.isBusy,
      role: record.role, followsState: record.followsState)
    let traits = set.resolved(for: record.tint)
    if let parts = record.bindings?.present {
      resolver.resolve(
        condition, configuration: parts.configuration, stateValues: parts.stateValues,
        pluginProperties: pass.properties, group: record.groupProperties, traits: traits,
        into: &lookWriter)
    } else {
      resolver.resolve(
        condition, configuration: record.definition.configuration?.properties,
        stateValues: record.definition.stateValues, pluginProperties: pass.properties,
        group: record.groupProperties, traits: traits, into: &lookWriter)
    }
    if pass.extras.isEmpty, !record.isHovered, !record.hasShortcutOrMenu { return }
    lookWriter.truncate(to: lookWriter.count - 1)
    if record.isHovered { lookWriter.member("isHovered", true) }
    if record.hasShortcutOrMenu { drawShortcutAndMenu(record) }
    for extra in pass.extras {
      lookWriter.key(extra.name)
      extra.value.write(into: &lookWriter)
    }
    lookWriter.endObject()
  }

  private func drawShortcutAndMenu(_ record: ButtonRecord) {
    let definition = record.definition
    lookWriter.member("shortcut", ifPresent: definition.shortcut)
    if definition.menu.isEmpty { return }
    lookWriter.key("menu")
    record.menu.writeLook(into: &lookWriter)
    if definition.menuSelection != nil { lookWriter.member("isPopup", true) }
    if definition.pressShowsMenu { lookWriter.member("showsMenuAsPrimaryAction", true) }
  }

  /// What the lanes set, later ones overriding earlier ones; nil if they have not answered for
  /// these traits and no status says so.
  private func plugins(_ record: ButtonRecord, traitSet: UInt64) -> AnswerPass? {
    if record.answers.isEmpty {
      return record.stages.isEmpty || record.status?.isFallback == true ? AnswerPass() : nil
    }
    guard var pass = record.answers[0].pass(for: traitSet) else { return nil }
    if record.answers.count == 1 { return pass }
    for answer in record.answers.dropFirst() {
      guard let next = answer.pass(for: traitSet) else { return nil }
      pass.properties.overlay(next.properties)
      for extra in next.extras {
        pass.extras.removeAll { $0.name == extra.name }
        pass.extras.append(extra)
      }
    }
    return pass
  }

  func lacksAnswer(_ record: ButtonRecord, _ set: TraitSet) -> Bool {
    plugins(record, traitSet: set.id) == nil
  }

  func explain(
    _ input: ResolverInput, layers: [LookLayer], _ set: TraitSet, tint: ButtonTint?,
    isFallback: Bool, only key: AppearanceKey?
  ) -> [ExplainedProperty] {
    resolver.explain(
      input, layers: layers, traits: set.resolved(for: tint), isFallback: isFallback, only: key)
  }

  // MARK: Frames

  func forget(_ slot: ButtonSlot) {
    for set in traitSets.all { set?.forget(slot) }
    buttons[slot]?.savedStatus = .max
  }

  func endFrame() {
    for index in traitSets.all.indices { traitSets[index]?.looks.endFrame() }
    if !savedStatuses.isEmpty { savedStatuses.empty(keepingUpTo: 4_096) }
  }

  // MARK: Stale looks

  func noteStale(_ slot: ButtonSlot, _ record: ButtonRecord, now: UInt64) {
    guard record.status?.isStale == true, record.staleSince == nil else { return }
    record.staleSince = now
    stale.append((slot: slot, since: now))
  }

  /// The fallback replaces them.
  func dropLongStale(now: UInt64) {
    if stale.isEmpty { return }
    let due = stale.prefix { now >= $0.since &+ context.settings.staleDeadline }
    for (slot, since) in due {
      // The button may have recovered, or its slot may have been reused.
      guard let record = buttons[slot], record.staleSince == since else { continue }
      record.staleSince = nil
      record.answers = []
      buttons.markDirty(slot, record, .stale)
    }
    stale.removeFirst(due.count)
  }

  /// Returns the status for a lane that is down or has not answered yet.
  func status(of lane: Lane, _ record: ButtonRecord) -> ButtonStatus {
    let hasAnswer = !record.answers.isEmpty
    let plugin = lane.descriptor.id
    let name = lane.descriptor.name
    // What the button did says nothing of a plugin that is switched off.
    let isPoisoned = record.isPoisoned && lane.status.state != .disabled
    let message =
      if isPoisoned {
        "plugin \(plugin) crashed twice on this button; redefine the button to retry, "
          + "or run 'buttonctl plugins reset \(name)'"
      } else if lane.status.state == .disabled {
        "disabled: enable it with 'buttonctl plugins enable \(name)'"
      } else if lane.status.state == .failed {
        "plugin \(plugin) is not started again until its files change"
          + (lane.status.lastError.map { ": \($0)" } ?? "")
      } else {
        lane.status.lastError ?? "plugin \(plugin) \(lane.downDescription)"
      }
    let reason = isPoisoned ? ButtonStatus.Reason.poisoned : lane.reason
    return ButtonStatus(
      isStale: hasAnswer && readsChanged(record), isFallback: !hasAnswer, reason: reason,
      plugin: plugin,
      message: message, since: clock.frameNumber + 1)
  }

  func status(of problem: Route.Problem) -> ButtonStatus {
    ButtonStatus(
      isStale: false, isFallback: true, reason: problem.reason, plugin: problem.plugin,
      message: problem.message, since: clock.frameNumber + 1)
  }

  private func status(ofFailure message: String) -> ButtonStatus {
    ButtonStatus(
      isStale: false, isFallback: false, reason: .expressionFailed, plugin: "", message: message,
      since: clock.frameNumber + 1)
  }

  /// Whether the definition, or a key that the plugins read, has changed since they answered.
  private func readsChanged(_ record: ButtonRecord) -> Bool {
    record.answersOtherDefinition
      || record.answers.contains { answer in
        answer.keys.contains { store.committedAt($0) > answer.commit }
      }
  }

  /// When the fallback replaces the next stale look.
  var staleDeadline: UInt64? { stale.first.map { $0.since &+ context.settings.staleDeadline } }
}
