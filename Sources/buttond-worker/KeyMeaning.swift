import ButtonModel
import PluginChannel

/// What an interned name stands for, decided once so that reads and writes only look it up.
enum KeyMeaning {
  case unknown
  /// A state key outside the manifest's reads, or its quality.
  case denied
  /// A state key, its quality or a token of the theme, by its slot in the replica.
  case tracked(slot: Int)
  /// `button.PROPERTY`.
  case configured(Property)
  /// The name of a property, for setting.
  case settable(Property)
  case field(ButtonField)
  /// `button.parameters.NAME`; the name starts at this byte.
  case parameter(nameOffset: Int)
  case trait(TraitField)
  /// `env.color.NAME`.
  case color(NamedColor)
  /// `env.controlSize`.
  case controlSize
  /// `env.nowMs`.
  case now
  /// A third party's property, `x-…`.
  case extra
  /// `style.NAME` or `handler.NAME`.
  case entry

  /// The button itself, without its configuration.
  enum ButtonField: String, CaseIterable {
    case id, handle, role, isEnabled, isHighlighted, isSelected, isFocused, isBusy
    case isHovered
  }

  enum TraitField: String, CaseIterable {
    case userInterfaceStyle, contrast, contentSize, layoutDirection, tint, locale, reduceMotion,
      boldText
  }
}

extension Property {
  /// A plugin may try to set it; for an attributed text it gets a type error.
  fileprivate var isForPlugins: Bool {
    if case .attributedText = row.kind { return true }
    return row.setters.contains(.plugin)
  }
}

extension KeyMeaning {
  /// Interprets a name that is not `isTracked`; tracked names need a slot.
  init(untracked name: UnsafeRawBufferPointer) {
    if let rest = ReadName.rest(of: name, after: ReadName.parameterPrefix) {
      self = rest.isEmpty ? .unknown : .parameter(nameOffset: name.count - rest.count)
    } else if let rest = ReadName.rest(of: name, after: "button.") {
      if let field = ButtonField(rawValue: String(decoding: rest, as: UTF8.self)) {
        self = .field(field)
      } else if let property = PropertyRegistry.property(named: rest) {
        self = .configured(property)
      } else {
        self = .unknown
      }
    } else if let rest = ReadName.rest(of: name, after: "env.color.") {
      self = NamedColor(name: rest).map { .color($0) } ?? .unknown
    } else if let rest = ReadName.rest(of: name, after: "env.") {
      let rest = String(decoding: rest, as: UTF8.self)
      self =
        switch rest {
        case "nowMs": .now
        case "controlSize": .controlSize
        default: TraitField(rawValue: rest).map { .trait($0) } ?? .unknown
        }
    } else if ReadName.rest(of: name, after: "x-") != nil {
      self = ExtraName.isValid(name) ? .extra : .unknown
    } else if let property = PropertyRegistry.property(named: name), property.isForPlugins {
      self = .settable(property)
    } else {
      self = .unknown
    }
  }
}
