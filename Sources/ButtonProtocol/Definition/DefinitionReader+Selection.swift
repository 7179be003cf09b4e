import ButtonModel
import JSONRPC

extension DefinitionReader {
  /// The two exclude each other: `isSelected` follows the key that `togglesSelection` toggles.
  func readSelection(
    _ json: JSONElement, into definition: inout ButtonDefinition, _ mistakes: inout Mistakes
  ) {
    let toggled = json.member("togglesSelection")
    let selected = json.member("isSelected")
    if toggled?.isNull == true { definition.togglesSelection = nil }
    let toggles = toggled.map { !$0.isNull } ?? (definition.togglesSelection != nil)
    if let selected, !selected.isNull, toggles {
      return mistakes.add(
        .invalidParams(
          "the button is selected while the key of togglesSelection is true: leave isSelected out, or "
            + "togglesSelection", path: "isSelected"))
    }
    if let selected, definition.togglesSelection == nil {
      mistakes.attempt("isSelected") { () throws(ProtocolError) in
        definition.isSelected = try flag(
          selected, patching: definition.isSelected, .constant(false),
          &definition.bindings[.isSelected])
      }
    }
    guard let toggled, !toggled.isNull else { return }
    mistakes.attempt("togglesSelection") { () throws(ProtocolError) in
      let isSet =
        definition.togglesSelection == nil
        && (definition.isSelected != .constant(false) || definition.bindings[.isSelected] != nil)
      if isSet {
        throw .invalidParams(
          "the button has an isSelected, which togglesSelection takes the place of: patch isSelected "
            + "with null too")
      }
      definition.togglesSelection = try StateKeyName(json: toggled).text
    }
  }
}
