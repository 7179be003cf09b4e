/// The observable store: keys, values, revisions, which buttons read what, and the dirty set.
///
/// Writes are visible at once; `commit` compares them with the committed values and marks the
/// readers of what differs. It does no I/O and reads no clock. One thread only.
///
/// A class, so that no call copies the tables' headers. Its properties have no exclusivity checks,
/// which cost more than the work (105 against 30 ns per dirty button). This is sound because
/// nothing here calls out while it mutates, except `recycleUnused` and `keys(changedAfter:)`, whose
/// closures must not mutate the store.
package final class Store {
  /// The revision of the newest change; grows by one with every change set that changed something.
  ///
  /// Set once at the start to continue from a restored state, and for changes outside the store.
  @exclusivity(unchecked) package var revision: UInt64 = 0
  /// Grows by one with every commit that changed something.
  @exclusivity(unchecked) package internal(set) var commitSequence: UInt64 = 0
  @exclusivity(unchecked) package internal(set) var presentKeyCount = 0
  /// The size of the names and values of all keys with a value; a number counts as 8.
  @exclusivity(unchecked) package internal(set) var valueBytes = 0
  @exclusivity(unchecked) package internal(set) var buttonCount = 0
  /// Removals up to this revision may have been forgotten: changes since an earlier one are
  /// incomplete. Set once at the start when the past is unknown.
  @exclusivity(unchecked) package var forgottenAt: UInt64 = 0
  /// Removed keys without readers that are remembered for `changedAt`.
  package let rememberedRemovals: Int

  @exclusivity(unchecked) package internal(set) var internCount: UInt64 = 0

  @exclusivity(unchecked) var keys = Slab<KeyLine>()
  @exclusivity(unchecked) var buttons = Slab<ButtonLine>()
  @exclusivity(unchecked) var queue = DirtyQueue()
  @exclusivity(unchecked) var names = NameTable()
  @exclusivity(unchecked) var order = NameOrder()
  @exclusivity(unchecked) var marks = KeyMarks()
  /// Committed values of keys written since the last commit.
  @exclusivity(unchecked) var oldValues = Slab<OldValue>()
  /// The places in `oldValues` of keys written while a pass was open.
  @exclusivity(unchecked) var oldPlaces: [UInt32: Int] = [:]
  /// Whether ``value(of:)`` returns committed values, which is possible while a pass is open.
  @exclusivity(unchecked) package var showsCommitted = false
  /// Keys changed by the last commit.
  @exclusivity(unchecked) var changes = Slab<KeyID>()
  /// Keys that may be unused: never written ones, and removed ones in order of removal.
  @exclusivity(unchecked) var neverWritten = Slab<UInt32>()
  @exclusivity(unchecked) var removed = Slab<Removal>()
  /// Changes are noted so that they can be saved. Set once, before the first change.
  @exclusivity(unchecked) package var notesUnsaved = false
  /// Keys changed since the unsaved were last taken. An entry counts only if the key has the flag;
  /// a key that was put back may be listed twice.
  @exclusivity(unchecked) var unsaved = Slab<UInt32>()
  /// Keys with the flag.
  @exclusivity(unchecked) package internal(set) var unsavedCount = 0
  @exclusivity(unchecked) var freeKeys = Slab<UInt32>()
  /// Others follow through the lines' tags.
  @exclusivity(unchecked) var freeButton = ButtonLine.clean

  package init(rememberedRemovals: Int = 16_384) {
    self.rememberedRemovals = rememberedRemovals
  }

  deinit {
    for index in 0..<keys.count { keys.at(index).pointee.subscribers?.deallocate() }
    for index in 0..<buttons.count { buttons.at(index).pointee.spill?.deallocate() }
  }

  package var nextRevision: UInt64 { revision + 1 }

  func line(_ key: KeyID) -> UnsafeMutablePointer<KeyLine> {
    let line = keys.at(Int(key.rawValue))
    precondition(line.pointee.flags.contains(.live), "the key's id was given back")
    return line
  }

  func line(_ button: ButtonSlot) -> UnsafeMutablePointer<ButtonLine> {
    let line = buttons.at(Int(button.rawValue))
    precondition(line.pointee.isLive, "the button was removed")
    return line
  }
}

@available(*, unavailable)
extension Store: Sendable {}
