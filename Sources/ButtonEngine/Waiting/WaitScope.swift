import ButtonStore

/// What a client waits for until publication: the looks that follow from these keys and buttons.
package struct WaitScope: Hashable, Sendable {
  var keys: [KeyID] = []
  /// The buttons that the request defined or pressed.
  var buttons: [ButtonSlot] = []

  package init(_ changes: borrowing ChangeSet) {
    keys = changes.changes.compactMap(\.key)
  }

  init(keys: [KeyID] = [], buttons: [ButtonSlot] = []) {
    self.keys = keys
    self.buttons = buttons
  }
}
