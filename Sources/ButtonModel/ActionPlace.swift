/// Where an action stands in a definition.
public enum ActionPlace: Hashable, Sendable {
  /// It is what a press does.
  case press
  /// It is what choosing the entry of the menu at an index does.
  case menuItem(Int)
  /// It is what a timed gesture does.
  case gesture(TimedGesture)
  /// It is what turning an encoder does.
  case rotation

  /// The path in the definition, such as `menu[0].action`.
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
  /// Visits everything that the button can do, and where that stands.
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

  /// The action at a place; nil if there is none.
  public subscript(place: ActionPlace) -> Action? {
    switch place {
    case .press: action
    case .menuItem(let index): menu[index].action
    case .gesture(let gesture): timedActions[gesture]?.action
    case .rotation: rotation
    }
  }

  /// The definition with the action at a place as the button's own, which alone toggles the selection. The payload
  /// of a rotation is by how many steps.
  public func performing(_ place: ActionPlace, delta: Int? = nil) -> ButtonDefinition {
    if place == .press { return self }
    var definition = self
    definition.action = self[place]
    definition.togglesSelection = nil
    if let delta { definition.action?.payload = .int(Int64(delta)) }
    return definition
  }
}
