extension TestButton {
  /// What a name stands for that a plugin reads; nil while it is unset.
  func value(of name: String) -> Value? {
    if let key = rest(of: name, after: "state.") { return state[key] }
    if let key = rest(of: name, after: "quality.") { return lostKeys.contains(key) ? "lost" : nil }
    if let path = rest(of: name, after: "theme.") { return theme[path] }
    if let name = rest(of: name, after: "button.parameters.") { return parameters[name] }
    if let name = rest(of: name, after: "env.color.") { return color(named: name) }
    if let name = rest(of: name, after: "env.") { return trait(name) }
    guard let name = rest(of: name, after: "button.") else { return nil }
    return field(name) ?? properties[name] ?? configuration[name]
  }

  private func rest(of name: String, after prefix: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  private func field(_ name: String) -> Value? {
    switch name {
    case "id": .string(id)
    case "handle": 1
    case "role": .string(role.rawValue)
    case "isEnabled": .bool(!controlState.contains(.disabled))
    case "isHighlighted": .bool(controlState.contains(.highlighted))
    case "isSelected": .bool(controlState.contains(.selected))
    case "isFocused": .bool(controlState.contains(.focused))
    case "isBusy": .bool(isBusy)
    case "isHovered": .bool(isHovered)
    default: nil
    }
  }

  private func trait(_ name: String) -> Value? {
    switch name {
    case "userInterfaceStyle": .string(isDark ? "dark" : "light")
    case "contrast": .string(isHighContrast ? "high" : "normal")
    case "contentSize": .string(contentSize)
    case "layoutDirection": .string(isRightToLeft ? "rightToLeft" : "leftToRight")
    case "locale": .string(locale)
    case "reduceMotion": .bool(reducesMotion)
    case "boldText": .bool(usesBoldText)
    case "tint": tint.map { .rgba($0) } ?? color(named: "systemBlue")
    case "controlSize": .string(controlSize.rawValue)
    case "nowMs": .int(Int64(nowMilliseconds))
    default: nil
    }
  }

  /// A named colour on this display.
  private func color(named name: String) -> Value? {
    guard let members = NamedColors.table[name] else { return nil }
    return .rgba(members[(isHighContrast ? 2 : 0) + (isDark ? 1 : 0)])
  }
}
