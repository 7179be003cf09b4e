import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import JSONRPC

/// How a button came to look as it does: nothing of it is kept but what made the button dirty; the
/// rest is found out anew from the answers that its looks are drawn with.
extension Engine {
  /// Answers with how a button came to look as it does, once it is not about to change.
  package func explain(
    _ request: ExplainRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    guard slots[request.id] != nil else { throw Engine.noButton(request.id) }
    let set = try acquireTraitSet(request.traits, ticket.connection)
    _ = drawMissing(request.match, set)
    enqueue(ticket, .explain(request), set, now: now)
  }

  /// Has a button resolved again, and notes why.
  func markDirty(_ slot: ButtonSlot, _ record: ButtonRecord, _ cause: Dirtiness.Causes) {
    record.dirtiness.add(cause)
    store.markDirty(slot)
  }

  /// Answers a request, or asks what a style alone makes of the button and answers then; how many
  /// bytes that took.
  func explain(_ request: ExplainRequest, _ snapshot: PendingSnapshot) -> Int {
    if sendProbe(request, snapshot) { return 0 }
    return answerExplain(request, snapshot.ticket, snapshot.traitSet, apart: [:])
  }

  /// Answers a request; `apart` has what styles set without the handler of the same plugin, by stage.
  @discardableResult
  func answerExplain(
    _ request: ExplainRequest, _ ticket: Ticket, _ traitSet: Int, apart: [Int: AnswerPass]
  ) -> Int {
    work &+= Engine.workOfExplanation
    defer { releaseTraitSet(traitSet, ticket.connection) }
    guard let slot = slots[request.id], let record = records[Int(slot.rawValue)],
      let set = traitSets[traitSet]
    else {
      actions.append(.answered(ticket, .failure(Engine.noButton(request.id))))
      return 0
    }
    let response = ButtonsExplainResponse(
      id: record.id.string, epoch: epoch, tick: tick, revision: store.revision,
      style: record.definition.style.text, handler: record.definition.handler?.text,
      resolves: record.resolves, status: set.status(of: slot, record)?.lookStatus,
      dirty: dirtyCause(record),
      plugins: pluginPasses(record, apart: apart),
      properties: properties(slot, record, request.subject, set, apart: apart))
    writer.removeAll(keepingCapacity: true)
    response.write(into: &writer)
    actions.append(.answered(ticket, .success([UInt8](writer.bytes))))
    return writer.count
  }

  private static func noButton(_ id: UTF8String) -> EngineError {
    .notFound(kind: "button", name: id.string, nearest: nil, index: nil)
  }

  // MARK: Parts

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
        if keys.count == Engine.maximumDirtyKeys { break }
      }
    }
    var causes: [String] = []
    if keys.contains(where: { $0.key != nil }) { causes.append("state") }
    if keys.contains(where: { $0.token != nil }) { causes.append("theme") }
    return DirtyCause(
      tick: dirtiness.tick, causes: causes + dirtiness.causes.names, keys: keys)
  }

  private func pluginPasses(_ record: ButtonRecord, apart: [Int: AnswerPass]) -> [PluginPass] {
    zip(record.stages, record.answers).enumerated().map { place, pair in
      let (stage, answer) = pair
      let descriptor = lane(stage.lane).descriptor
      return PluginPass(
        plugin: descriptor.id, style: stage.styleName(descriptor),
        handler: stage.handlerName(descriptor), microseconds: UInt64(answer.microseconds),
        revision: answer.revision, readsTraits: answer.isPerTraitSet,
        isUndivided: stage.hasBoth && apart[place] == nil, reads: answer.keys.map { reading($0) })
    }
  }

  private func properties(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ subject: ExplainRequest.Subject, _ set: TraitSet,
    apart: [Int: AnswerPass]
  ) -> [PropertyExplanation] {
    let isMissing = lacksAnswer(record, set)
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
    return resolver.explain(
      input, layers: layers, traits: set.resolved,
      isFallback: isFallback, only: key
    ).map { explanation(of: $0, record) }
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
    stage.map { lane(record.stages[$0].lane).descriptor.id }
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
  /// Texts are told up to this many bytes.
  private static let maximumBytes = 4_096

  /// The value with a text cut to what is told of one.
  fileprivate var shortened: StateValue {
    guard case .string(let text) = self, text.bytes.count > StateValue.maximumBytes else {
      return self
    }
    var end = StateValue.maximumBytes
    while end > 0, text.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return .string(UTF8String(bytes: text.bytes[..<end] + Array("…".utf8)))
  }
}
