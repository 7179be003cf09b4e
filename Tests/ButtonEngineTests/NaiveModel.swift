import ButtonEngine
import ButtonModel
import ButtonResolver
import JSONRPC

/// What every button must look like once all is quiet: computed anew from the whole state, with no
/// memory of how it came about.
struct NaiveModel {
  var plugins: [FakePlugin]
  var values: [String: StateValue] = [:]
  var theme: [String: StateValue] = [:]
  var definitions: [String: ButtonDefinition] = [:]
  var leases = NaiveLeases()

  /// The appearance of a button for some traits.
  func look(of definition: ButtonDefinition, _ traits: Traits) throws -> Wire {
    let (base, set, _) = run(definition, traits)
    var resolver = Resolver()
    var writer = JSONWriter()
    resolver.resolve(
      ResolverInput(
        base: base, configuration: definition.configuration?.properties,
        stateValues: definition.stateValues, pluginProperties: set,
        state: controlState(definition), isBusy: isOn(definition.isBusy),
        role: definition.role),
      traits: ResolvedTraits(traits), into: &writer)
    return try Wire(writer.bytes)
  }

  /// The lost keys that a button reads, ordered by name.
  func lostKeys(of definition: ButtonDefinition) -> [String] {
    var keys = Set(run(definition, Traits()).reads.compactMap(stateKey))
    let flags = [
      definition.isEnabled, definition.isSelected, definition.isBusy, definition.isHidden,
    ]
    keys.formUnion(flags.compactMap(\.key?.string))
    return keys.filter { leases.isLost($0) }.sorted()
  }

  private func stateKey(_ name: String) -> String? {
    name.hasPrefix("state.") ? String(name.dropFirst(6)) : nil
  }

  /// Runs the plugins of a button: what they set on which style, and what they read.
  private func run(
    _ definition: ButtonDefinition, _ traits: Traits
  ) -> (base: SystemStyle, set: PropertyList, reads: [String]) {
    var base = SystemStyle.plain
    var set = PropertyList()
    var reads: [String] = []
    let state = controlState(definition)
    let shown = overlaid(
      configuration: definition.configuration?.properties,
      stateValues: definition.stateValues, state: state)
    if case .system(let style) = definition.style { base = style }
    for (plugin, style, handler) in stages(of: definition) {
      if let style { base = plugin.descriptor.styles[style].base }
      if definition.configuration == nil || isWaiting(definition) { continue }
      var configuration = shown
      configuration.overlay(set)
      let update = plugin.run(
        id: definition.id, state: state, isBusy: isOn(definition.isBusy), style: style,
        handler: handler, parameters: [:], configuration: configuration, traits: traits
      ) { value(readName: $0) }
      set.overlay(update.properties)
      reads += update.reads
    }
    return (base, set, reads)
  }

  /// The looks of the buttons that are meant.
  func looks(_ isMeant: (ButtonDefinition) -> Bool, _ traits: Traits) throws -> [String: Wire] {
    var looks: [String: Wire] = [:]
    for definition in definitions.values where isMeant(definition) && !isOn(definition.isHidden) {
      looks[definition.id] = try look(of: definition, traits)
    }
    return looks
  }

  /// True when a definition names a plugin, a style or a handler that is not there.
  func isWaiting(_ definition: ButtonDefinition) -> Bool {
    var isThere = true
    if case .plugin(let entry) = definition.style {
      isThere = plugin(entry)?.descriptor.styles.contains { $0.name == entry.name } == true
    }
    if let entry = definition.handler {
      isThere =
        isThere && plugin(entry)?.descriptor.handlers.contains { $0.name == entry.name } == true
    }
    return !isThere
  }

  private func stages(
    of definition: ButtonDefinition
  ) -> [(plugin: FakePlugin, style: Int?, handler: Int?)] {
    var stages: [(plugin: FakePlugin, style: Int?, handler: Int?)] = []
    if case .plugin(let entry) = definition.style, let plugin = plugin(entry) {
      stages.append(
        (plugin, plugin.descriptor.styles.firstIndex { $0.name == entry.name }, nil))
    }
    if let entry = definition.handler, let plugin = plugin(entry) {
      let handler = plugin.descriptor.handlers.firstIndex { $0.name == entry.name }
      if stages.last?.plugin.descriptor.id == plugin.descriptor.id {
        stages[0].handler = handler
      } else {
        stages.append((plugin, nil, handler))
      }
    }
    return stages
  }

  private func value(readName name: String) -> StateValue? {
    if name.hasPrefix("quality.") {
      return leases.isLost(String(name.dropFirst(8))) ? .string("lost") : nil
    }
    let rest = String(name.dropFirst(6))
    return name.hasPrefix("theme.") ? theme[rest] : values[rest]
  }

  private func plugin(_ entry: PluginEntry) -> FakePlugin? {
    plugins.first { $0.descriptor.shortName == entry.plugin || $0.descriptor.id == entry.plugin }
  }

  private func controlState(_ definition: ButtonDefinition) -> ControlState {
    var state = ControlState.normal
    if !isOn(definition.isEnabled) { state.insert(.disabled) }
    if isOn(definition.isSelected) { state.insert(.selected) }
    if definition.isFocused { state.insert(.focused) }
    return state
  }

  private func isOn(_ flag: Flag) -> Bool {
    switch flag {
    case .constant(let value): value
    case .follows(let key): values[key.string] == .bool(true)
    case .compares(let key, let wanted): values[key.string] == wanted
    }
  }
}
