import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import JSONRPC
import PluginChannel

/// Explains why a button looks as it does. Only the causes of dirtiness are recorded; the rest is
/// derived on request from the answers that the looks are drawn with.
final class Explainer {
  private let context: EngineContext
  private let budget: TurnBudget
  private let clock: TickClock
  private let store: Store
  private let lanes: LaneTable
  private let buttons: ButtonTable
  private let looks: LookBoard
  private let traitSets: TraitSetTable
  private let batches: BatchWriter
  private let properties: PropertyExplainer
  /// The queries that wait for a worker to run a style alone.
  private var queries: [ExplainQuery] = []

  var asked: [Ticket] { queries.map(\.ticket) }

  init(_ context: EngineContext, plugins: PluginScheduler) {
    self.context = context
    budget = context.budget
    clock = context.clock
    store = context.store
    lanes = plugins.lanes
    buttons = plugins.buttons
    looks = plugins.looks
    traitSets = plugins.traitSets
    batches = plugins.batches
    properties = PropertyExplainer(context, plugins: plugins)
  }

  /// Answers now or after a query to the worker. Returns the bytes written.
  func answer(_ request: ExplainRequest, _ snapshot: PendingSnapshot) -> Int {
    if sendQuery(request, snapshot) { return 0 }
    return answer(request, snapshot.ticket, snapshot.traitSet, apart: [:])
  }

  /// `apart` has the results of styles run without the handler of the same plugin, by stage.
  @discardableResult
  private func answer(
    _ request: ExplainRequest, _ ticket: Ticket, _ traitSet: Int, apart: [Int: AnswerPass]
  ) -> Int {
    budget.work &+= WorkCost.explanation
    defer { traitSets.release(traitSet, ticket.connection) }
    guard let slot = buttons.slot(of: request.id), let record = buttons[slot],
      let set = traitSets[traitSet]
    else {
      context.answer(ticket, .failure(EngineError.noButton(request.id)))
      return 0
    }
    var response = ButtonsExplainResponse(
      id: record.id.string, epoch: context.epoch, tick: clock.frameNumber, revision: store.revision,
      style: record.definition.style.text, handler: record.definition.handler?.text,
      resolves: record.resolves, isHidden: record.isHidden, hiddenBy: hiddenBy(record),
      tint: tint(record, set), status: set.status(of: slot, record)?.lookStatus,
      dirty: dirtyCause(record),
      plugins: pluginPasses(record, apart: apart),
      properties: properties.explain(slot, record, request.subject, set, apart: apart),
      bindings: bindings(record),
      scope: context.shared?.definitionScope(of: record.id)?.string)
    response.group = record.group.map {
      GroupExplanation(id: $0.string, isDefined: record.definedGroup != nil)
    }
    response.isHovered = record.isHovered
    response.shortcut = record.definition.shortcut?.text
    response.menu = record.menu.map { MenuItemExplanation($0) }
    context.writer.removeAll(keepingCapacity: true)
    response.write(into: &context.writer)
    context.answer(ticket, .success([UInt8](context.writer.bytes)))
    return context.writer.count
  }

  // MARK: Queries

  /// Whether a complete answer takes a query to a worker.
  func needsQuery(_ snapshot: PendingSnapshot) -> Bool { queriedStage(snapshot) != nil }

  func canQuery(_ snapshot: PendingSnapshot) -> Bool {
    guard let stage = queriedStage(snapshot), let record = queriedRecord(snapshot) else {
      return false
    }
    let lane = lanes[record.stages[stage].lane]
    return !store.hasUncommittedWrites && lane.canTakeBatch && lane.outstanding.isEmpty
  }

  /// Queries a worker for a style's result without the handler of the same plugin; false if it
  /// cannot or need not.
  ///
  /// The query's handle belongs to no button, so that what the plugin requests for it does not
  /// affect the real one.
  func sendQuery(_ request: ExplainRequest, _ snapshot: PendingSnapshot) -> Bool {
    guard canQuery(snapshot), let stage = queriedStage(snapshot),
      let record = queriedRecord(snapshot), let slot = buttons.slot(of: request.id),
      let set = traitSets[snapshot.traitSet]
    else { return false }
    var style = record.stages[stage]
    style.handler = ButtonRecord.Stage.none
    let id = style.lane
    let lane = lanes[id]
    let position = traitSets.all[..<snapshot.traitSet].count { $0 != nil }
    let variant = Variant(traitSet: set.id, traitMask: 1 << UInt16(position))
    _ = batches.beginBatchWithKeys(lane)
    let round = Array(record.answers.prefix(stage))
    let handle = UInt64(slot.rawValue)
    var items: [Lane.Item] = []
    let fits = batches.addItem(slot, record, style, variant, over: round, handle: handle)
    if fits {
      items.append(Lane.Item(slot: slot, handle: handle, traitMask: variant.traitMask))
    }
    batches.finishBatch(lane, &items, isAside: true)
    guard fits, let sequence = lane.outstanding.last?.sequence else { return false }
    queries.append(
      ExplainQuery(
        request: request, ticket: snapshot.ticket, traitSet: snapshot.traitSet, stage: stage,
        lane: id, sequence: sequence, generation: record.generation))
    return true
  }

  /// Answers the request of a query's batch, if it was one; `pass` is nil if the style failed.
  func answered(_ id: LaneID, _ sequence: UInt32, _ pass: AnswerPass?) {
    guard let index = queries.firstIndex(where: { $0.lane == id && $0.sequence == sequence })
    else { return }
    let query = queries.remove(at: index)
    var apart: [Int: AnswerPass] = [:]
    // The button may have been redefined meanwhile.
    if let pass, buttons.record(of: query.request.id)?.generation == query.generation {
      apart[query.stage] = pass
    }
    answer(query.request, query.ticket, query.traitSet, apart: apart)
  }

  /// Answers the requests that waited for the worker without its result.
  func dropQueries(of id: LaneID) {
    let lost = queries.filter { $0.lane == id }
    queries.removeAll { $0.lane == id }
    for query in lost { answer(query.request, query.ticket, query.traitSet, apart: [:]) }
  }

  func dropQueries(askedBy connection: ConnectionID) {
    for query in queries where query.ticket.connection == connection {
      traitSets.release(query.traitSet, connection)
    }
    queries.removeAll { $0.ticket.connection == connection }
  }

  /// The stage where a style and a handler of one plugin have answered together.
  private func queriedStage(_ snapshot: PendingSnapshot) -> Int? {
    guard let record = queriedRecord(snapshot), let set = traitSets[snapshot.traitSet],
      !looks.lacksAnswer(record, set)
    else { return nil }
    return record.stages.indices.first { stage in
      record.stages[stage].hasBoth && stage < record.answers.count
    }
  }

  private func queriedRecord(_ snapshot: PendingSnapshot) -> ButtonRecord? {
    guard case .explain(let request) = snapshot.kind else { return nil }
    return buttons.record(of: request.id)
  }

  // MARK: What is answered

  private static let maximumDirtyKeys = 64

  private func dirtyCause(_ record: ButtonRecord) -> DirtyCause {
    let dirtiness = record.dirtiness
    var keys: [KeyReading] = []
    if dirtiness.commit > 0 {
      var seen = Set<KeyID>()
      let bound = record.boundKeys.flatMap { context.derived.inputs(ofHidden: $0) ?? [$0] }
      for key in bound + record.answers.flatMap(\.keys)
      where store.committedAt(key) == dirtiness.commit && seen.insert(key).inserted {
        keys.append(properties.reading(key))
        if keys.count == Explainer.maximumDirtyKeys { break }
      }
    }
    var causes: [String] = []
    if keys.contains(where: { $0.key != nil }) { causes.append("state") }
    if keys.contains(where: { $0.token != nil }) { causes.append("theme") }
    return DirtyCause(
      tick: dirtiness.tick, causes: causes + dirtiness.causes.names, keys: keys)
  }

  /// What replaces the display's tint.
  private func tint(_ record: ButtonRecord, _ set: TraitSet) -> TintExplanation? {
    guard let tint = record.tint else { return nil }
    let own = record.bindings?.present.tint ?? record.definition.tint
    let layer =
      tint.color == nil ? nil : own == tint.color ? "definition" : "group"
    return TintExplanation(
      value: Color.hex(set.resolved(for: tint).tint), layer: layer, isDimmed: tint.isDimmed)
  }

  /// What a hidden button's flag reads.
  private func hiddenBy(_ record: ButtonRecord) -> [KeyReading] {
    if !record.isHidden { return [] }
    var keys: [KeyID] = []
    if let bound = record.bindings?.isHidden {
      keys = context.derived.inputs(ofHidden: bound) ?? []
    } else if let name = record.definition.isHidden.key {
      keys = [name.bytes.withUnsafeBytes { store.intern($0) }]
    }
    return keys.prefix(PropertyExplanation.maximumReads).map { properties.reading($0) }
  }

  private func bindings(_ record: ButtonRecord) -> [BindingExplanation] {
    let derived = context.derived
    return (record.bindings?.entries ?? []).map { entry in
      let cause = entry.key.flatMap { derived.cause(ofErrorOf: $0, store) }
      let error = entry.complaint(store, derived).map { complaint in
        cause.map { "\(complaint), \($0)" } ?? complaint
      }
      return BindingExplanation(
        path: entry.target.path, text: entry.text,
        reads: (entry.key.flatMap { derived[$0] }?.inputs ?? [])
          .prefix(PropertyExplanation.maximumReads).map { properties.reading($0) },
        steps: entry.key.flatMap { derived[$0] }?.steps ?? 0,
        value: entry.value(store, derived)?.shortened, error: error)
    }
  }

  private func pluginPasses(_ record: ButtonRecord, apart: [Int: AnswerPass]) -> [PluginPass] {
    zip(record.stages, record.answers).enumerated().map { index, pair in
      let (stage, answer) = pair
      let descriptor = lanes[stage.lane].descriptor
      return PluginPass(
        plugin: descriptor.id, style: stage.styleName(descriptor),
        handler: stage.handlerName(descriptor), microseconds: UInt64(answer.microseconds),
        revision: answer.revision, readsTraits: answer.isPerTraitSet,
        isUndivided: stage.hasBoth && apart[index] == nil,
        reads: answer.keys.map { properties.reading($0) })
    }
  }
}

extension ButtonRecord.Stage {
  /// Whether a style and a handler of one plugin both run here.
  var hasBoth: Bool { style != Self.none && handler != Self.none }

  fileprivate func styleName(_ plugin: PluginDescriptor) -> String? {
    style == Self.none ? nil : plugin.styles[Int(style)].name
  }

  fileprivate func handlerName(_ plugin: PluginDescriptor) -> String? {
    handler == Self.none ? nil : plugin.handlers[Int(handler)].name
  }
}
