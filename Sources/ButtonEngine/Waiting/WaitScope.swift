import ButtonStore

/// What a request is about: a client that waits for its publication waits for the looks that follow from
/// this, and for no others.
package struct WaitScope: Hashable, Sendable {
  /// The keys that it named.
  var keys: [KeyID] = []
  /// The buttons that it defined or pressed.
  var buttons: [ButtonSlot] = []

  /// About a change of state.
  package init(_ changes: borrowing ChangeSet) {
    keys = changes.changes.compactMap(\.key)
  }

  init(keys: [KeyID] = [], buttons: [ButtonSlot] = []) {
    self.keys = keys
    self.buttons = buttons
  }
}
