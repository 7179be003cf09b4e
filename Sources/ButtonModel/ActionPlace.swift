/// Where an action stands in a definition.
public enum ActionPlace: Hashable, Sendable {
  case press
  case menuItem(Int)
  /// Choosing the menu entry at this index.
  case gesture(TimedGesture)
  case rotation

  public var path: String {
    switch self {
    case .press: "action"
    case .menuItem(let index): "menu[\(index)].action"
    case .gesture(let gesture): "\(gesture.rawValue).action"
    case .rotation: "rotation.action"
    }
  }
}

extension ButtonDefinition {
  public func forEachAction(_ body: (ActionPlace, Action) -> Void) {
    if let action { body(.press, action) }
    if !hasRareParts { return }
    for (index, item) in menu.enumerated() {
      if let action = item.action { body(.menuItem(index), action) }
    }
    let timed = timedActions
    for gesture in TimedGesture.allCases {
      if let action = timed[gesture]?.action { body(.gesture(gesture), action) }
    }
    if let rotation { body(.rotation, rotation) }
  }

  public subscript(place: ActionPlace) -> Action? {
    switch place {
    case .press: action
    case .menuItem(let index): menu[index].action
    case .gesture(let gesture): timedActions[gesture]?.action
    case .rotation: rotation
    }
  }

  /// The definition with the action at a place as its own, which no longer toggles the selection.
  /// `delta`, the steps of a rotation, becomes the payload.
  public func performing(_ place: ActionPlace, delta: Int? = nil) -> ButtonDefinition {
    if place == .press { return self }
    var definition = self
    definition.action = self[place]
    definition.togglesSelection = nil
    if let delta { definition.action?.payload = .int(Int64(delta)) }
    return definition
  }
}
