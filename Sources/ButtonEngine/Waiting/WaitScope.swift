import ButtonStore

/// The scope of a request: a client that waits for publication waits only for the looks that follow
/// from these keys and buttons.
package struct WaitScope: Hashable, Sendable {
  /// The keys in the request.
  var keys: [KeyID] = []
  /// The buttons that the request defined or pressed.
  var buttons: [ButtonSlot] = []

  /// The scope of a change of state.
  package init(_ changes: borrowing ChangeSet) {
    keys = changes.changes.compactMap(\.key)
  }

  init(keys: [KeyID] = [], buttons: [ButtonSlot] = []) {
    self.keys = keys
    self.buttons = buttons
  }
}
