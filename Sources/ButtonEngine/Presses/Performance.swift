import ButtonModel

/// What a button does when it is pressed or turned, or when an entry of its menu is chosen.
struct Performance {
  /// The operations of the action.
  let operations: [ActionOperation]
  /// The expressions of the action; nil if there are none.
  let programs: ActionPrograms?
  /// The change of the key that says what is selected; nil if there is none.
  let selection: StateOperation?
  /// By how many steps it is turned, which its expressions read; nil if it is not.
  let delta: Int?

  /// What the action at a place of a button's definition does.
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
