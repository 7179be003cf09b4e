import ButtonModel

/// What a button does when it is pressed, or when an entry of its menu is chosen.
struct Performance {
  private let record: ButtonRecord
  private let item: MenuItem?
  /// The expressions of the action; nil if there are none.
  let programs: ActionPrograms?
  /// The change of the key that says what is selected; nil if there is none.
  let selection: StateOperation?

  /// What a press does.
  init(pressOf record: ButtonRecord) {
    self.record = record
    item = nil
    programs = record.programs
    selection = record.definition.togglesSelection.map { StateOperation(key: $0, kind: .toggle) }
  }

  /// What choosing an entry of the menu does.
  init(_ item: MenuItem, at index: Int, inMenuOf record: ButtonRecord) {
    self.record = record
    self.item = item
    programs = record.menuPrograms[index]
    selection = record.definition.menuSelection.map {
      StateOperation(key: $0, kind: .set(.string(UTF8String(item.id))))
    }
  }

  /// The operations of the action.
  var operations: [ActionOperation] {
    let action = item == nil ? record.definition.action : item?.action
    return action?.operations ?? []
  }

  /// The button's definition, with the action that is performed.
  var definition: ButtonDefinition {
    item.map { record.definition.performing($0) } ?? record.definition
  }

  /// The button's id.
  var id: String { record.definition.id }
}
