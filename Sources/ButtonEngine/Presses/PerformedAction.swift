package import ButtonModel

/// A performed action, as subscribers to actions hear of it.
package struct PerformedAction {
  /// The definition with what the button performed as its action.
  package let definition: ButtonDefinition
  /// What the client that pressed calls itself.
  package let client: String?
  /// Made by the action, or the present one if it changed nothing.
  package let revision: UInt64
  /// The entry of the menu that was chosen.
  package let item: String?
  /// See ``Performed/press``.
  package let press: UInt64?

  package init(
    _ definition: ButtonDefinition, client: String?, revision: UInt64, item: String? = nil,
    press: UInt64? = nil
  ) {
    self.definition = definition
    self.client = client
    self.revision = revision
    self.item = item
    self.press = press
  }
}
