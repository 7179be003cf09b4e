import ButtonModel

/// What a button does when it is pressed or turned, or when an entry of its menu is chosen.
struct Performance {
  let operations: [ActionOperation]
  /// Nil if the action has no expressions.
  let programs: ActionPrograms?
  /// The operation on the key that says what is selected.
  let selection: StateOperation?
  /// The steps that the button is turned by, which expressions read; nil if it is not.
  let delta: Int?

  init(_ place: ActionPlace, of record: ButtonRecord, delta: Int? = nil) {
    self.delta = delta
    programs = record.programs[place]
    switch place {
    case .press:
      operations = record.definition.action?.operations ?? []
      selection = record.definition.togglesSelection.map { StateOperation(key: $0, kind: .toggle) }
    case .menuItem(let index):
      let item = record.definition.menu[index]
      operations = item.action?.operations ?? []
      selection = record.definition.menuSelection.map {
        StateOperation(key: $0, kind: .set(.string(UTF8String(item.id))))
      }
    case .gesture, .rotation:
      operations = record.definition[place]?.operations ?? []
      selection = nil
    }
  }
}
