import ButtonEngine
import ButtonModel
import ButtonProtocol

/// What a plugin's code sees of one button in one trait set, and what it sets.
final class Update {
  let id: String
  let state: ControlState
  let isBusy: Bool
  /// The name of the style or the handler that runs.
  let entry: String
  let parameters: [String: StateValue]
  /// The configuration as the code before this one leaves it.
  private(set) var configuration: PropertyList
  private let traits: Traits
  private let lookUp: (String) -> StateValue?

  fileprivate(set) var reads: [String] = []
  fileprivate(set) var readsTraits = false
  fileprivate(set) var properties = PropertyList()
  fileprivate(set) var extras: [Parameter] = []
  private(set) var failure: String?

  init(
    id: String, state: ControlState, isBusy: Bool, entry: String,
    parameters: [String: StateValue], configuration: PropertyList, traits: Traits,
    lookUp: @escaping (String) -> StateValue?
  ) {
    self.id = id
    self.state = state
    self.isBusy = isBusy
    self.entry = entry
    self.parameters = parameters
    self.configuration = configuration
    self.traits = traits
    self.lookUp = lookUp
  }

  /// The value of a state key, which becomes a dependency.
  func read(_ key: String) -> StateValue? { look(up: "state.\(key)") }

  /// The value of a token of the theme, which becomes a dependency.
  func theme(_ path: String) -> StateValue? { look(up: "theme.\(path)") }

  /// Whether a state key is lost, which becomes a dependency.
  func quality(_ key: String) -> StateValue? { look(up: "quality.\(key)") }

  /// Whether a pointer is over the button, which becomes a dependency.
  var isHovered: Bool { look(up: "button.isHovered") == .bool(true) }

  private func look(up name: String) -> StateValue? {
    if !reads.contains(name) { reads.append(name) }
    return lookUp(name)
  }

  /// Light or dark, which makes the answer one per trait set.
  var userInterfaceStyle: UserInterfaceStyle {
    readsTraits = true
    return traits.userInterfaceStyle
  }

  /// What a plugin reads as `env.tint`, as #RRGGBBAA.
  var tint: String {
    readsTraits = true
    return Color.hex(traits.tint.resolved(for: traits))
  }

  /// The title as it stands.
  var title: String {
    if case .text(let text)? = configuration[.title] { text.string } else { "" }
  }

  func set(title: String) { set(.title, .text(UTF8String(title))) }

  func set(_ property: Property, _ value: PropertyValue) {
    properties[property] = value
    configuration.overlay(PropertyList([.init(property: property, value: value)]))
  }

  func set(extra name: String, _ value: StateValue) {
    extras.removeAll { $0.name == name }
    extras.append(Parameter(name: name, value: value))
  }

  func fail(_ message: String) { failure = failure ?? message }
}

/// The code of a plugin: pure, as real ones are.
struct FakePlugin {
  var descriptor: PluginDescriptor
  var update: (Update) -> Void
  /// What its primitive styles make of a press.
  var gesture: (FakeGesture) -> Void = FakeGesture.standard

  /// A plugin `id` (`com.example.NAME`) that may read everything.
  init(
    _ name: String, styles: [String] = ["style"], handlers: [String] = ["handler"],
    base: SystemStyle = .plain, parameters: [ParameterDescriptor] = [],
    reads: [String] = ["state.*"], _ update: @escaping (Update) -> Void
  ) {
    descriptor = PluginDescriptor(
      id: "com.example.\(name)", shortName: name,
      styles: styles.map { EntryDescriptor(name: $0, parameters: parameters, base: base) },
      handlers: handlers.map { EntryDescriptor(name: $0, parameters: parameters) }, reads: reads)
    self.update = update
  }

  /// Runs style and handler, or one of them, over a configuration.
  func run(
    id: String, state: ControlState, isBusy: Bool, style: Int?, handler: Int?,
    parameters: [String: StateValue], configuration: PropertyList, traits: Traits,
    lookUp: @escaping (String) -> StateValue?
  ) -> Update {
    let styleName = style.map { descriptor.styles[$0].name }
    let handlerName = handler.map { descriptor.handlers[$0].name }
    var result: Update?
    for entry in [styleName, handlerName].compactMap({ $0 }) {
      let next = Update(
        id: id, state: state, isBusy: isBusy, entry: entry, parameters: parameters,
        configuration: result?.configuration ?? configuration, traits: traits, lookUp: lookUp)
      if let result { next.goOn(from: result) }
      update(next)
      result = next
      if next.failure != nil { break }
    }
    guard let result else { preconditionFailure("an item has a style or a handler") }
    return result
  }
}

extension Update {
  /// Takes over what the style did, before the handler runs.
  func goOn(from style: Update) {
    reads = style.reads
    readsTraits = style.readsTraits
    properties = style.properties
    extras = style.extras
  }
}
