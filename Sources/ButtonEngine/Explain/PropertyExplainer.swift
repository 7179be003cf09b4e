import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import PluginChannel

/// Explains where the properties of a button's look come from.
struct PropertyExplainer {
  private let context: EngineContext
  private let store: Store
  private let lanes: LaneTable
  private let looks: LookBoard
  private let buttons: ButtonTable

  init(_ context: EngineContext, plugins: PluginScheduler) {
    self.context = context
    store = context.store
    lanes = plugins.lanes
    looks = plugins.looks
    buttons = plugins.buttons
  }

  /// `apart` as in ``Explainer``.
  func explain(
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
    var input = ResolverInput(
      base: record.base, isBare: record.isBare, configuration: record.configuration,
      stateValues: record.stateValues,
      pluginProperties: properties, state: record.state, isBusy: record.isBusy, role: record.role)
    input.group = record.groupProperties
    input.condition.followsState = record.definition.automaticallyUpdatesConfiguration
    return looks.explain(
      input, layers: layers, set, tint: record.tint, isFallback: isFallback, only: key
    ).map { explanation(of: $0, record) }
  }

  /// What one function of a plugin sets.
  private struct Layer {
    let layer: LookLayer
    let extras: [Parameter]
  }

  /// What styles and handlers set, in order.
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
    if property.key == .isEnabled, buttons.isDisabledByGroup(record) {
      return PropertyExplanation(
        name: property.key.name, winner: LayerValue(layer: "group", value: property.winner.value),
        losing: [LayerValue(layer: "definition", value: .bool(true))], reads: groupReadings(record))
    }
    return PropertyExplanation(
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

  /// The keys that the winning code read, or the key that a flag is bound to.
  private func readings(_ property: ExplainedProperty, _ record: ButtonRecord) -> [KeyReading] {
    var keys: [KeyID] = []
    if let stage = property.winner.stage {
      keys = record.answers[stage].keys
    } else if let bound = boundKey(of: property, record) {
      keys = context.derived.inputs(ofHidden: bound) ?? []
    } else if property.winner.layer == .definition {
      let flag: Flag? =
        switch property.key {
        case .isEnabled: record.definition.isEnabled
        case .isSelected: record.definition.isSelected
        case .isBusy: record.definition.isBusy
        default: nil
        }
      if let name = flag?.key {
        keys = [name.bytes.withUnsafeBytes { store.intern($0) }]
      }
    }
    return keys.prefix(PropertyExplanation.maximumReads).map { reading($0) }
  }

  /// The keys that the flag of the button's group follows.
  private func groupReadings(_ record: ButtonRecord) -> [KeyReading] {
    var keys: [KeyID] = []
    if let key = record.definedGroup?.enabledKey {
      keys = context.derived.inputs(ofHidden: key) ?? []
    } else if let name = record.definedGroup?.definition?.isEnabled.key {
      keys = [store.intern(name)]
    }
    return keys.prefix(PropertyExplanation.maximumReads).map { reading($0) }
  }

  /// The hidden key with the value that won; nil if no binding provides it.
  private func boundKey(of property: ExplainedProperty, _ record: ButtonRecord) -> KeyID? {
    guard let bindings = record.bindings else { return nil }
    switch (property.winner.layer, property.winner.property) {
    case (.configuration, let name?): return bindings.key(of: .configuration(name))
    case (.stateValues, let name?):
      let state = record.stateValues.state(of: name, for: record.state)
      return bindings.entries.last { entry in
        guard case .stateValue(name, let bound) = entry.target else { return false }
        return StateValues.key(for: bound) == state
      }?.key
    case (.definition, _):
      switch property.key {
      case .isEnabled: return bindings.isEnabled
      case .isSelected: return bindings.isSelected
      case .isBusy: return bindings.isBusy
      case .role: return bindings.key(of: .role)
      default: return nil
      }
    default: return nil
    }
  }

  /// A key as explanations name it.
  func reading(_ key: KeyID) -> KeyReading {
    store.withName(of: key) { name in
      if QualityKey.isName(name) {
        return QualityKey.withStateKey(of: name) { KeyReading(quality: UTF8String(copying: $0)) }
      }
      if HoverKey.isName(name) {
        return KeyReading(key: HoverKey.readName, revision: store.changedAt(key))
      }
      return ThemeKey.isName(name)
        ? KeyReading(token: UTF8String(copying: ThemeKey.path(of: name)))
        : KeyReading(key: UTF8String(copying: name), revision: store.changedAt(key))
    }
  }
}

extension StateValue {
  /// Longer strings are cut.
  private static let maximumBytes = 4_096

  var shortened: StateValue {
    guard case .string(let text) = self, text.bytes.count > StateValue.maximumBytes else {
      return self
    }
    var end = StateValue.maximumBytes
    while end > 0, text.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return .string(UTF8String(bytes: text.bytes[..<end] + Array("…".utf8)))
  }
}
