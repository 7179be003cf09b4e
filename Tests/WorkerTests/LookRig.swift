import ButtonModel
import ButtonResolver
import JSONRPC
import PluginChannel
import TestSupport
import Testing

@testable import PluginHost

/// The shipped plugins in real workers, and a resolver: all that makes a look, without a daemon.
///
/// A worker stays from look to look, so that whatever a plugin remembered would show.
final class LookRig {
  /// How a button looks, and what stands beside the appearance.
  struct Look {
    let appearance: Appearance
    let json: JSONTree
    let onPress: Transaction?
    let onRelease: Transaction?
  }

  private var plugins: [String: LoadedPlugin] = [:]
  private var resolver = Resolver()
  /// The theme.
  private let tokens: [(name: UTF8String, value: StateValue)]

  init() throws {
    tokens = try LookCase.tokens().map { token in
      (UTF8String("theme.\(token.name)"), try StateValue(token.value))
    }
  }

  /// The look that a case asks for.
  func look(_ row: LookCase) throws -> Look {
    try look(
      ButtonDefinition(row.definition), state: #require(ControlState(row.state)),
      traits: Traits(row.traits),
      keys: row.keys.map { (UTF8String("state.\($0.name)"), try StateValue($0.value)) })
  }

  /// A button's look: style, then handler, each in its plugin's worker, then the system style.
  func look(
    _ definition: ButtonDefinition, state: ControlState, traits: Traits = Traits(),
    keys: [(name: UTF8String, value: StateValue)] = []
  ) throws -> Look {
    var base = SystemStyle.plain
    var set = PropertyList()
    switch definition.style {
    case .system(let style): base = style
    case .plugin(let entry):
      let plugin = try self.plugin(entry.plugin)
      let index = try #require(plugin.manifest.styles.firstIndex { $0.name == entry.name })
      base = plugin.manifest.styles[index].base
      set = try plugin.resolve(
        definition, over: set, state, traits, keys: tokens + keys,
        BatchItem(
          handle: 1, state: state, isBusy: definition.isConstantlyBusy, role: definition.role,
          style: index))
    }
    if let entry = definition.handler {
      let plugin = try self.plugin(entry.plugin)
      let index = try #require(plugin.manifest.handlers.firstIndex { $0.name == entry.name })
      set.overlay(
        try plugin.resolve(
          definition, over: set, state, traits, keys: tokens + keys,
          BatchItem(
            handle: 1, state: state, isBusy: definition.isConstantlyBusy, role: definition.role,
            handler: index)))
    }
    return try draw(definition, base, set, state, traits)
  }

  private func draw(
    _ definition: ButtonDefinition, _ base: SystemStyle, _ set: PropertyList,
    _ state: ControlState, _ traits: Traits
  ) throws -> Look {
    let input = ResolverInput(
      base: base, configuration: definition.configuration?.properties,
      stateValues: definition.stateValues, pluginProperties: set, state: state,
      isBusy: definition.isConstantlyBusy, role: definition.role)
    let appearance = resolver.resolveAppearance(input, traits: ResolvedTraits(traits))
    var writer = JSONWriter()
    writer.appearance(appearance)
    return Look(
      appearance: appearance, json: try JSONTree(parsing: writer.string),
      onPress: resolver.transaction(wasHighlighted: false, isHighlighted: true),
      onRelease: resolver.transaction(wasHighlighted: true, isHighlighted: false))
  }

  /// Starts the worker of a plugin, which otherwise is when its first look is made.
  func start(_ name: String) throws { _ = try plugin(name) }

  private func plugin(_ name: String) throws -> LoadedPlugin {
    if let plugin = plugins[name] { return plugin }
    let plugin = try LoadedPlugin(name)
    plugins[name] = plugin
    return plugin
  }
}

extension ButtonDefinition {
  /// Whether the definition itself says that the button is busy.
  fileprivate var isConstantlyBusy: Bool { isBusy == .constant(true) }
}

/// One of this repository's plugins in Swift, in a worker of its own.
private final class LoadedPlugin {
  let manifest: Manifest
  private let worker: WorkerFixture
  /// Names that the worker knows, by place in the list.
  private var names: [UTF8String] = []

  init(_ name: String) throws {
    let folder = name.prefix(1).uppercased() + name.dropFirst()
    let path = Products.source("Plugins/\(folder)/plugin.json")
    manifest = try Manifest(
      PluginFile.read(path, atMost: Manifest.maximumBytes), file: path, parser: JSONParser())
    let library = try #require(manifest.library(for: .current))
    worker = try WorkerFixture(
      LoadFrame(
        libraryPath: Products.path(library), pluginID: manifest.id, version: manifest.version,
        styles: manifest.styles.map(\.name), handlers: manifest.handlers.map(\.name),
        reads: manifest.reads))
    try worker.hello()
  }

  /// What a style or handler sets for a button; keys that are not given are absent.
  func resolve(
    _ definition: ButtonDefinition, over set: PropertyList, _ state: ControlState,
    _ traits: Traits, keys: [(name: UTF8String, value: StateValue)], _ item: BatchItem
  ) throws -> PropertyList {
    var configuration = overlaid(
      configuration: definition.configuration?.properties, stateValues: definition.stateValues,
      state: state)
    configuration.overlay(set)
    var values: [StateValue?] = names.map { _ in nil }
    let known = names.count
    for key in keys {
      if let index = names.firstIndex(of: key.name) {
        values[index] = key.value
      } else {
        names.append(key.name)
        values.append(key.value)
      }
    }
    let answer = try worker.resolve { batch in
      batch.add(BatchTraits(traits, tint: ResolvedTraits(traits).tint))
      for (index, value) in values.enumerated() {
        _ = batch.add(
          key: UInt32(index + 1), name: index < known ? nil : names[index], value: value)
      }
      _ = batch.add(
        item, id: UTF8String(definition.id), parameters: definition.parameters,
        configuration: configuration)
    }
    return try answer.pass().properties
  }
}
