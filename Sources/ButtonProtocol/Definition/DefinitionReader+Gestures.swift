import ButtonModel
import JSONRPC

extension DefinitionReader {
  /// Null removes the action.
  func readTimed(
    _ gesture: TimedGesture, _ json: JSONElement, into definition: inout ButtonDefinition
  ) throws(ProtocolError) {
    definition.timedActions[gesture] =
      json.isNull
      ? nil
      : try TimedAction(
        json: json, of: gesture, patching: definition.timedActions[gesture], isPatch: isPatch)
  }

  /// Reads `{action}`; null removes it.
  func readRotation(
    _ json: JSONElement, into definition: inout ButtonDefinition
  ) throws(ProtocolError) {
    if json.isNull {
      definition.rotation = nil
      return
    }
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    try json.allowOnly(["action"])
    var mistakes = Mistakes()
    let action = mistakes.action(in: json, patching: definition.rotation, isPatch: isPatch)
    if action.payload != nil {
      mistakes.add(
        .invalidParams(
          "the payload of a rotation is by how many steps: leave it out", path: "action.payload"))
    }
    try mistakes.check()
    definition.rotation = action
  }

  /// Refuses a long press where something else acts on held presses.
  func checkLongPress(
    _ definition: ButtonDefinition, _ json: JSONElement, _ mistakes: inout Mistakes
  ) {
    guard definition.timedActions[.longPress] != nil else { return }
    func refuse(_ other: String, _ message: String) {
      mistakes.add(
        .invalidParams(message, path: json.member("longPress") == nil ? other : "longPress"))
    }
    if definition.repeats != nil {
      refuse(
        "repeats",
        "a held press acts again or does something else: leave repeats out, or longPress")
    }
    if !definition.menu.isEmpty, !definition.pressShowsMenu {
      refuse(
        "menu",
        "clients show the menu when a press is held: leave longPress out, or give "
          + "showsMenuAsPrimaryAction")
    }
  }
}
