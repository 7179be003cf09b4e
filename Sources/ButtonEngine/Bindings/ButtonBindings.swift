import ButtonExpressions
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// The parts of one button that follow expressions.
final class ButtonBindings {
  /// A part, and the hidden key with its value.
  struct Entry {
    let target: Binding.Target
    /// Nil if the text does not compile.
    let key: KeyID?
    let text: ExpressionText
    /// The types that style and handler declare for a parameter.
    let kinds: [ParameterKind]
    /// The error of a text that does not compile.
    var mistake: String?
  }

  let entries: [Entry]
  /// The keys of bound flags.
  let isEnabled, isSelected, isBusy, isHidden: KeyID?
  /// The parts before bindings, cached because reading them from a definition copies all of it.
  private let unbound: BoundParts
  /// The key that names the chosen entry of a popup's menu.
  private let menuSelection: UTF8String?
  /// As of the current round or, between rounds, the last one.
  var present: BoundParts
  /// As of the last tick that found the button dirty.
  var latest: BoundParts

  init(_ entries: [Entry], of definition: ButtonDefinition, _ parameters: [Parameter]) {
    self.entries = entries
    unbound = BoundParts(
      configuration: definition.configuration?.properties, stateValues: definition.stateValues,
      parameters: parameters, role: definition.role, menu: definition.menu,
      tint: definition.tint)
    menuSelection = definition.menuSelection
    present = unbound
    latest = unbound
    var isEnabled: KeyID?
    var isSelected: KeyID?
    var isBusy: KeyID?
    var isHidden: KeyID?
    for entry in entries {
      switch entry.target {
      case .isEnabled: isEnabled = entry.key
      case .isSelected: isSelected = entry.key
      case .isBusy: isBusy = entry.key
      case .isHidden: isHidden = entry.key
      case .configuration, .stateValue, .parameter, .role, .tint, .menuItem: continue
      }
    }
    self.isEnabled = isEnabled
    self.isSelected = isSelected
    self.isBusy = isBusy
    self.isHidden = isHidden
  }

  /// Nil if the target is not bound.
  func key(of target: Binding.Target) -> KeyID? {
    entries.first { $0.target == target }?.key
  }

  var keys: [KeyID] { entries.compactMap(\.key) }
}

/// A definition's parts in one state. A binding that fails or is null has no effect.
struct BoundParts {
  var configuration: PropertyList?
  var stateValues = StateValues()
  var parameters: [Parameter] = []
  var role = ButtonRole.none
  var menu: [MenuItem] = []
  /// Nil to take that of the group or the display.
  var tint: Color?
  /// The first failure with its path, and the number of others; nil if all is well.
  var failure: String?
}

extension ButtonBindings {
  /// The parts in the newest state.
  func parts(_ store: Store, _ derived: DerivedKeys) -> BoundParts {
    var parts = unbound
    var others = 0
    for entry in entries {
      // Wording costs, and clients get only the first.
      let inWords = parts.failure == nil
      guard let complaint = entry.take(store, derived, &parts, inWords: inWords) else { continue }
      if inWords {
        parts.failure = "\(entry.target.path): \(complaint)"
      } else {
        others += 1
      }
    }
    if let key = menuSelection { parts.choose(by: key, store) }
    if others > 0 {
      parts.failure? += " (and \(others) other \(others == 1 ? "binding fails" : "bindings fail"))"
    }
    return parts
  }
}

extension ButtonBindings.Entry {
  /// The value in the newest state; nil if it has none.
  func value(_ store: Store, _ derived: DerivedKeys) -> StateValue? {
    guard let key, derived[key]?.failure == nil else { return nil }
    return store.value(of: key)
  }

  /// Why it has no value; nil if it has one that its target takes.
  func complaint(_ store: Store, _ derived: DerivedKeys) -> String? {
    var parts = BoundParts(configuration: PropertyList())
    return take(store, derived, &parts, inWords: true)
  }

  /// Puts the value into `parts`. Returns the complaint if that fails: empty unless `inWords`.
  fileprivate func take(
    _ store: Store, _ derived: DerivedKeys, _ parts: inout BoundParts, inWords: Bool
  ) -> String? {
    guard let key else { return mistake }
    if derived.hasFailed(key) { return inWords ? derived.error(of: key).map { "\($0)" } : "" }
    guard let value = store.value(of: key), value != .null else { return nil }
    var excerpt: String { inWords ? value.excerpt : "" }
    do {
      switch target {
      case .configuration(let property):
        let value = try property.value(of: value)
        parts.configuration?.assign(value, to: property)
      case .stateValue(let property, let state):
        let value = try property.value(of: value)
        parts.stateValues.set(value, of: property, for: state)
      case .parameter(let name):
        for kind in kinds {
          if let refusal = kind.refusal(of: value) { return refusal }
        }
        parts.parameters.removeAll { $0.name == name }
        parts.parameters.append(Parameter(name: name, value: value))
      case .role:
        guard case .string(let text) = value, let role = ButtonRole(rawValue: text.string) else {
          return "must be \(ButtonRole.expectation), but is \(excerpt)"
        }
        parts.role = role
      case .menuItem(let index, let member):
        guard parts.menu.indices.contains(index) else { return nil }
        return parts.menu[index].take(value, as: member, excerpt)
      case .tint:
        guard case .string(let text) = value, let color = Color(text.string) else {
          return "must be a colour, but is \(excerpt)"
        }
        parts.tint = color
      case .isEnabled, .isSelected, .isBusy, .isHidden:
        guard case .bool = value else {
          return "must be true or false, but is \(excerpt)"
        }
      }
    } catch {
      return "\(error), but it is \(excerpt)"
    }
    return nil
  }
}

extension MenuItem {
  /// Takes the value of an expression; returns the complaint if it does not fit.
  fileprivate mutating func take(
    _ value: StateValue, as member: Member, _ excerpt: @autoclosure () -> String
  ) -> String? {
    switch (member, value) {
    case (.title, .string(let text)): title = text
    case (.image, .string(let text)): image = text
    case (.isEnabled, .bool(let isOn)): isEnabled = isOn
    case (.state, .bool(let isOn)): state = isOn ? .on : .off
    case (.state, .string(let text)):
      guard let named = State(rawValue: text.string) else {
        return "must be \(State.expectation), but is \(excerpt())"
      }
      state = named
    case (.title, _), (.image, _): return "must be a string, but is \(excerpt())"
    case (.isEnabled, _): return "must be true or false, but is \(excerpt())"
    case (.state, _): return "must be \(State.expectation), but is \(excerpt())"
    }
    return nil
  }
}

extension BoundParts {
  /// Makes the button a popup: marks the entry that the key names, and shows its title.
  fileprivate mutating func choose(by name: UTF8String, _ store: Store) {
    let key = name.bytes.withUnsafeBytes { store.key(named: $0) }
    let id: String? =
      if case .string(let text)? = key.flatMap({ store.value(of: $0) }) { text.string } else { nil }
    for index in menu.indices { menu[index].state = menu[index].id == id ? .on : .off }
    if configuration?[.indicator] == nil {
      configuration?.assign(
        .choice(ButtonConfiguration.Indicator.popup.rawValue), to: .indicator)
    }
    guard let chosen = menu.first(where: { $0.state == .on }) else { return }
    configuration?.assign(.text(chosen.title), to: .title)
    if let image = chosen.image { configuration?.assign(.text(image), to: .image) }
  }
}

extension StateValue {
  /// The beginning of the value as JSON, for a message.
  var excerpt: String {
    var writer = JSONWriter()
    write(into: &writer)
    return "\(Excerpt(writer.bytes))"
  }
}
