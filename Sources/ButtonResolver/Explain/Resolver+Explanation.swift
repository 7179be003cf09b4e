package import ButtonModel

extension Resolver {
  /// Which layer determines each member of a button's appearance, and what the others have for it.
  ///
  /// Resolves the button again, several times, so it costs nothing unless it is called. `layers`
  /// are those of the plugins, in order; together they are the button's `pluginProperties`. Omits
  /// members at their defaults that nobody sets, except the one that is `only` asked for.
  package func explain(
    _ button: ResolverInput, layers plugins: [LookLayer], traits: ResolvedTraits,
    isFallback: Bool = false, only: AppearanceKey? = nil
  ) -> [ExplainedProperty] {
    var layers: [LookLayer] = []
    if !button.group.isEmpty { layers.append(LookLayer(.group, button.group)) }
    if let configuration = button.configuration {
      layers.append(LookLayer(.configuration, configuration))
    }
    layers.append(LookLayer(.stateValues, button.stateValues.layer(for: button.condition.state)))
    if button.configuration != nil { layers += plugins }
    let explanation = Explanation(
      button, layers, traits, ground: isFallback ? .fallback : .systemStyle)
    if let only { return [explanation.property(only)] }
    let usual = Appearance()
    return AppearanceKey.allCases.compactMap { key in
      let property = explanation.property(key)
      let isUsual =
        !key.isAlwaysPresent && property.winner.value == usual.value(of: key)
        && property.winner.property == nil && property.losing.isEmpty
      return isUsual ? nil : property
    }
  }
}

/// One button's layers, ready for queries.
private struct Explanation {
  let button: ResolverInput
  let layers: [LookLayer]
  let traits: ResolvedTraits
  /// The layer that the system style counts as.
  let ground: LookLayer.Kind
  private var scratch = PropertyScratch()
  private let appearance: Appearance

  init(
    _ button: ResolverInput, _ layers: [LookLayer], _ traits: ResolvedTraits,
    ground: LookLayer.Kind
  ) {
    self.button = button
    self.layers = layers
    self.traits = traits
    self.ground = ground
    for layer in layers { scratch.lay(layer.properties) }
    appearance = Appearance(scratch, of: button.condition, traits: traits)
  }

  func property(_ key: AppearanceKey) -> ExplainedProperty {
    if let layer = stateLayer(of: key) {
      let winner = ExplainedProperty.Value(layer: layer, value: appearance.value(of: key))
      return ExplainedProperty(key: key, winner: winner, losing: losers(key, nil), from: [])
    }
    let transformer = transformer(of: key)
    let plain = transformer.map { value(of: key, without: [$0]) } ?? appearance.value(of: key)
    let decider = isHidden(key) ? .labelStyle : scratch.decider(of: key, traits)
    var losing: [ExplainedProperty.Value] = []
    let direct = direct(key, decider, plain)
    var winner = direct
    if let transformer, let top = topmost(transformer) {
      winner = ExplainedProperty.Value(
        layer: .transformer, stage: top.stage, property: transformer, setBy: top.kind,
        value: appearance.value(of: key))
      losing.append(direct)
    }
    losing += losers(key, decider)
    if decider != nil {
      let removed = key.sources + (transformer.map { [$0] } ?? [])
      let value = value(of: key, without: removed)
      let layer = key == .isBusy ? LookLayer.Kind.definition : ground
      if let value { losing.append(ExplainedProperty.Value(layer: layer, value: value)) }
    }
    return ExplainedProperty(
      key: key, winner: winner, losing: losing, from: decider == nil ? from(key) : [])
  }

  /// The transformer that made the value; a font transformer may leave a member as it was.
  private func transformer(of key: AppearanceKey) -> Property? {
    guard let transformer = key.transformer, scratch.sets(transformer) else { return nil }
    if case .fontEffect = transformer.row.kind,
      value(of: key, without: [transformer]) == appearance.value(of: key)
    {
      return nil
    }
    return transformer
  }

  /// Only the label style hides the text or the image.
  private func isHidden(_ key: AppearanceKey) -> Bool {
    guard scratch.sets(.labelStyle), appearance.value(of: key) == nil else { return false }
    return value(of: key, without: [.labelStyle]) != nil
  }

  /// Nil if a property determines it, as it may for a busy button.
  private func stateLayer(of key: AppearanceKey) -> LookLayer.Kind? {
    if key == .isBusy, button.condition.isBusy || !scratch.sets(.isBusy) { return .definition }
    return key.stateLayer
  }

  /// Before transformers.
  private func direct(
    _ key: AppearanceKey, _ decider: Property?, _ value: StateValue?
  ) -> ExplainedProperty.Value {
    guard let decider, let top = topmost(decider) else {
      return ExplainedProperty.Value(layer: ground, value: value)
    }
    return ExplainedProperty.Value(
      layer: top.kind, stage: top.stage, property: decider, value: value)
  }

  /// What the layers below the deciding one have, and what that one sets in vain.
  private func losers(_ key: AppearanceKey, _ decider: Property?) -> [ExplainedProperty.Value] {
    let top = decider.flatMap { decider in layers.lastIndex { $0.properties[decider] != nil } }
    var losers: [ExplainedProperty.Value] = []
    for (place, layer) in layers.enumerated().reversed() {
      for source in key.sources where place != top || source != decider {
        guard let set = layer.properties[source], let value = value(set, of: source, for: key)
        else {
          continue
        }
        losers.append(
          ExplainedProperty.Value(
            layer: layer.kind, stage: layer.stage, property: source, value: value))
      }
    }
    return losers
  }

  /// A layer's value for a member. A radius of rounded rectangles counts if any layer asks for that
  /// shape: a layer above may have dropped it.
  private func value(
    _ set: PropertyValue, of source: Property, for key: AppearanceKey
  ) -> StateValue? {
    guard source == .borderRadius, case .number(let radius) = set else {
      return scratch.contribution(of: set, for: source, to: key, traits)
    }
    let isRectangle = layers.contains {
      $0.properties.choice(.borderShape) == ButtonConfiguration.BorderShape.roundedRectangle
    }
    return isRectangle ? .length(radius) : nil
  }

  /// What the system style computed a member from: without it, the member would differ.
  private func from(_ key: AppearanceKey) -> [ExplainedProperty.Value] {
    let value = value(of: key, without: key.transformer.map { [$0] } ?? [])
    return AppearanceKey.bases.compactMap { base in
      guard !key.sources.contains(base), let top = topmost(base), let set = scratch[base],
        self.value(of: key, without: (key.transformer.map { [$0] } ?? []) + [base]) != value
      else { return nil }
      return ExplainedProperty.Value(
        layer: top.kind, stage: top.stage, property: base,
        value: scratch.contribution(of: set, for: base, to: key, traits))
    }
  }

  private func value(of key: AppearanceKey, without removed: [Property]) -> StateValue? {
    var scratch = scratch
    for property in removed { scratch.clear(property) }
    return Appearance(scratch, of: button.condition, traits: traits).value(of: key)
  }

  private func topmost(_ property: Property) -> LookLayer? {
    layers.last { $0.properties[property] != nil }
  }
}
