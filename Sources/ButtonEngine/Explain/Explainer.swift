import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import JSONRPC
import PluginChannel

/// Says how a button came to look as it does.
///
/// Nothing of that is kept but what made the button dirty; the rest is found out again from the answers
/// that its looks are drawn with.
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
  /// Explanations that wait for what a style alone makes of a button.
  private var queries: [ExplainQuery] = []

  /// An explainer of what a scheduler's plugins and the daemon drew.
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
  }

  /// Answers a request, or asks what a style alone makes of the button and answers then; how many
  /// bytes that took.
  func answer(_ request: ExplainRequest, _ snapshot: PendingSnapshot) -> Int {
    if sendQuery(request, snapshot) { return 0 }
    return answer(request, snapshot.ticket, snapshot.traitSet, apart: [:])
  }

  /// Answers a request; `apart` has what styles set without the handler of the same plugin, by stage.
  @discardableResult
  private func answer(
    _ request: ExplainRequest, _ ticket: Ticket, _ traitSet: Int, apart: [Int: AnswerPass]
  ) -> Int {
    budget.work &+= WorkCost.explanation
    defer { traitSets.release(traitSet, ticket.connection) }
    guard let slot = buttons.slot(of: request.id), let record = buttons[slot],
      let set = traitSets[traitSet]
    else {
      context.actions.append(.answered(ticket, .failure(EngineError.noButton(request.id))))
      return 0
    }
    let response = ButtonsExplainResponse(
      id: record.id.string, epoch: context.epoch, tick: clock.frameNumber, revision: store.revision,
      style: record.definition.style.text, handler: record.definition.handler?.text,
      resolves: record.resolves, status: set.status(of: slot, record)?.lookStatus,
      dirty: dirtyCause(record),
      plugins: pluginPasses(record, apart: apart),
      properties: properties(slot, record, request.subject, set, apart: apart))
    context.writer.removeAll(keepingCapacity: true)
    response.write(into: &context.writer)
    context.actions.append(.answered(ticket, .success([UInt8](context.writer.bytes))))
    return context.writer.count
  }

  // MARK: Queries

  /// True when a request cannot be answered in full without asking a worker.
  func needsQuery(_ snapshot: PendingSnapshot) -> Bool { queriedStage(snapshot) != nil }

  /// True when the worker can be asked now.
  func canQuery(_ snapshot: PendingSnapshot) -> Bool {
    guard let stage = queriedStage(snapshot), let record = queriedRecord(snapshot) else {
      return false
    }
    let lane = lanes[record.stages[stage].lane]
    return !store.hasUncommittedWrites && lane.canTakeBatch && lane.outstanding.isEmpty
  }

  /// Asks for what a style makes of a button without the handler of the same plugin; false when there
  /// is nothing to ask, or no worker.
  ///
  /// The button goes out under a number that no button has, so that nothing the plugin does for it
  /// is taken for the real one's.
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

  /// A worker has answered a batch that no tick waits for: if it was a query's, its request is answered,
  /// too. `pass` is nil when the style failed.
  func answered(_ id: LaneID, _ sequence: UInt32, _ pass: AnswerPass?) {
    guard let index = queries.firstIndex(where: { $0.lane == id && $0.sequence == sequence })
    else { return }
    let query = queries.remove(at: index)
    var apart: [Int: AnswerPass] = [:]
    // The button may have another definition by now.
    if let pass, buttons.record(of: query.request.id)?.generation == query.generation {
      apart[query.stage] = pass
    }
    answer(query.request, query.ticket, query.traitSet, apart: apart)
  }

  /// A worker is gone: requests that waited for it are answered without it.
  func dropQueries(of id: LaneID) {
    let lost = queries.filter { $0.lane == id }
    queries.removeAll { $0.lane == id }
    for query in lost { answer(query.request, query.ticket, query.traitSet, apart: [:]) }
  }

  /// A connection is gone.
  func dropQueries(askedBy connection: ConnectionID) {
    for query in queries where query.ticket.connection == connection {
      traitSets.release(query.traitSet, connection)
    }
    queries.removeAll { $0.ticket.connection == connection }
  }

  /// The stage at which a style and a handler of one plugin have answered together.
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

  /// The most keys that are told to have made a button dirty.
  private static let maximumDirtyKeys = 64

  private func dirtyCause(_ record: ButtonRecord) -> DirtyCause {
    let dirtiness = record.dirtiness
    var keys: [KeyReading] = []
    if dirtiness.commit > 0 {
      var seen = Set<KeyID>()
      for key in record.boundKeys + record.answers.flatMap(\.keys)
      where store.committedAt(key) == dirtiness.commit && seen.insert(key).inserted {
        keys.append(reading(key))
        if keys.count == Explainer.maximumDirtyKeys { break }
      }
    }
    var causes: [String] = []
    if keys.contains(where: { $0.key != nil }) { causes.append("state") }
    if keys.contains(where: { $0.token != nil }) { causes.append("theme") }
    return DirtyCause(
      tick: dirtiness.tick, causes: causes + dirtiness.causes.names, keys: keys)
  }

  private func pluginPasses(_ record: ButtonRecord, apart: [Int: AnswerPass]) -> [PluginPass] {
    zip(record.stages, record.answers).enumerated().map { index, pair in
      let (stage, answer) = pair
      let descriptor = lanes[stage.lane].descriptor
      return PluginPass(
        plugin: descriptor.id, style: stage.styleName(descriptor),
        handler: stage.handlerName(descriptor), microseconds: UInt64(answer.microseconds),
        revision: answer.revision, readsTraits: answer.isPerTraitSet,
        isUndivided: stage.hasBoth && apart[index] == nil, reads: answer.keys.map { reading($0) })
    }
  }

  private func properties(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ subject: ExplainRequest.Subject, _ set: TraitSet,
    apart: [Int: AnswerPass]
  ) -> [PropertyExplanation] {
    let isMissing = looks.lacksAnswer(record, set)
    let passes = record.answers.map { answer in
      isMissing ? AnswerPass() : answer.pass(for: set.id) ?? AnswerPass()
    }
    let isFallback = set.status(of: slot, record)?.isFallback == true
    let layers = layers(record, passes, apart: apart)
    var explained: [PropertyExplanation] = []
    switch subject {
    case .everything:
      explained = explain(
        record, layers.map(\.layer), passes, set, isFallback: isFallback, only: nil)
      let names = Set(layers.flatMap { layer in layer.extras.map(\.name) })
      explained += names.sorted().compactMap { extra($0, layers, record) }
    case .property(let key):
      explained = explain(
        record, layers.map(\.layer), passes, set, isFallback: isFallback, only: key)
    case .extra(let name): explained = extra(name, layers, record).map { [$0] } ?? []
    }
    return explained
  }

  private func explain(
    _ record: ButtonRecord, _ layers: [LookLayer], _ passes: [AnswerPass], _ set: TraitSet,
    isFallback: Bool, only key: AppearanceKey?
  ) -> [PropertyExplanation] {
    var properties = PropertyList()
    for pass in passes { properties.overlay(pass.properties) }
    let input = ResolverInput(
      base: record.base, configuration: record.definition.configuration?.properties,
      stateValues: record.definition.stateValues, pluginProperties: properties,
      state: record.state, isBusy: record.isBusy, role: record.definition.role)
    return looks.explain(input, layers: layers, set, isFallback: isFallback, only: key).map {
      explanation(of: $0, record)
    }
  }

  /// What one of a plugin's functions sets.
  private struct Layer {
    let layer: LookLayer
    let extras: [Parameter]
  }

  /// What style and handler set, in their order.
  private func layers(
    _ record: ButtonRecord, _ passes: [AnswerPass], apart: [Int: AnswerPass]
  ) -> [Layer] {
    var layers: [Layer] = []
    for (place, (stage, pass)) in zip(record.stages, passes).enumerated() {
      guard stage.hasBoth, let style = apart[place] else {
        let kind: LookLayer.Kind =
          stage.handler == ButtonRecord.Stage.none ? .style : .handler
        layers.append(
          Layer(layer: LookLayer(kind, stage: place, pass.properties), extras: pass.extras))
        continue
      }
      layers.append(
        Layer(layer: LookLayer(.style, stage: place, style.properties), extras: style.extras))
      let rest = pass.properties.entries.filter { style.properties[$0.property] != $0.value }
      layers.append(
        Layer(
          layer: LookLayer(.handler, stage: place, PropertyList(ascending: rest)),
          extras: pass.extras.filter { !style.extras.contains($0) }))
    }
    return layers
  }

  private func extra(
    _ name: String, _ layers: [Layer], _ record: ButtonRecord
  ) -> PropertyExplanation? {
    let values = layers.reversed().compactMap { layer in
      layer.extras.first { $0.name == name }.map { extra in
        LayerValue(
          layer: layer.layer.kind.rawValue, plugin: plugin(layer.layer.stage, record),
          value: extra.value.shortened)
      }
    }
    guard let winner = values.first else { return nil }
    return PropertyExplanation(name: name, winner: winner, losing: Array(values.dropFirst()))
  }

  private func explanation(
    of property: ExplainedProperty, _ record: ButtonRecord
  ) -> PropertyExplanation {
    PropertyExplanation(
      name: property.key.name, winner: layerValue(property.winner, property.key, record),
      losing: property.losing.map { layerValue($0, property.key, record) },
      from: property.from.map { layerValue($0, property.key, record) },
      reads: readings(property, record))
  }

  private func layerValue(
    _ value: ExplainedProperty.Value, _ key: AppearanceKey, _ record: ButtonRecord
  ) -> LayerValue {
    let name = value.property.map { "\(PropertyRegistry.rows[Int($0.rawValue)].name)" }
    return LayerValue(
      layer: value.layer.rawValue, plugin: plugin(value.stage, record),
      property: name == key.name ? nil : name, setBy: value.setBy?.rawValue,
      value: value.value?.shortened)
  }

  private func plugin(_ stage: Int?, _ record: ButtonRecord) -> String? {
    stage.map { lanes[record.stages[$0].lane].descriptor.id }
  }

  /// What the code behind the winner read, or the key that a flag follows.
  private func readings(_ property: ExplainedProperty, _ record: ButtonRecord) -> [KeyReading] {
    var keys: [KeyID] = []
    if let stage = property.winner.stage {
      keys = record.answers[stage].keys
    } else if property.winner.layer == .definition {
      let flag: Flag? =
        switch property.key {
        case .isEnabled: record.definition.isEnabled
        case .isSelected: record.definition.isSelected
        case .isBusy: record.definition.isBusy
        default: nil
        }
      if case .bound(let name, _)? = flag {
        keys = [name.bytes.withUnsafeBytes { store.intern($0) }]
      }
    }
    return keys.prefix(PropertyExplanation.maximumReads).map { reading($0) }
  }

  private func reading(_ key: KeyID) -> KeyReading {
    store.withName(of: key) { name in
      ThemeKey.isName(name)
        ? KeyReading(token: UTF8String(copying: ThemeKey.path(of: name)))
        : KeyReading(key: UTF8String(copying: name), revision: store.changedAt(key))
    }
  }
}

extension ButtonRecord.Stage {
  /// True when a style and a handler of one plugin run here, one after the other.
  var hasBoth: Bool { style != Self.none && handler != Self.none }

  /// The name of the style that runs here.
  fileprivate func styleName(_ plugin: PluginDescriptor) -> String? {
    style == Self.none ? nil : plugin.styles[Int(style)].name
  }

  /// The name of the handler that runs here.
  fileprivate func handlerName(_ plugin: PluginDescriptor) -> String? {
    handler == Self.none ? nil : plugin.handlers[Int(handler)].name
  }
}

extension StateValue {
  /// Texts are cut to this many bytes.
  private static let maximumBytes = 4_096

  /// The value, a long text cut.
  fileprivate var shortened: StateValue {
    guard case .string(let text) = self, text.bytes.count > StateValue.maximumBytes else {
      return self
    }
    var end = StateValue.maximumBytes
    while end > 0, text.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return .string(UTF8String(bytes: text.bytes[..<end] + Array("…".utf8)))
  }
}
