/// The observable store: keys, values, revisions, which buttons read what, and the dirty set.
///
/// Writes are seen at once; `commit` compares what was written with what was committed before and
/// marks the readers of what differs. Nothing here does I/O or looks at a clock. One thread only.
///
/// A class, so that no call copies the tables' headers; its properties go without exclusivity
/// checks, which cost more than the work (105 against 30 ns per dirty button). What makes that sound:
/// nothing here calls out while it changes something, but for `recycleUnused` and `keys(changedAfter:)`,
/// whose closures must not use the store to change anything.
package final class Store {
  /// The revision of the newest change; grows by one with every change set that changed something.
  ///
  /// Set once at the start to go on from a restored state, and for changes outside the store.
  @exclusivity(unchecked) package var revision: UInt64 = 0
  /// Grows by one with every commit that changed something.
  @exclusivity(unchecked) package internal(set) var commitSequence: UInt64 = 0
  /// How many keys have a value.
  @exclusivity(unchecked) package internal(set) var presentKeyCount = 0
  /// Bytes of the names and values of all keys that have a value; a number counts as 8.
  @exclusivity(unchecked) package internal(set) var valueBytes = 0
  /// How many buttons there are.
  @exclusivity(unchecked) package internal(set) var buttonCount = 0
  /// Up to this revision removals may have been forgotten: what changed since an earlier revision
  /// is no longer known in full. Set once at the start when the past is unknown.
  @exclusivity(unchecked) package var forgottenAt: UInt64 = 0
  /// How many removed keys without readers are remembered for `changedAt`.
  package let rememberedRemovals: Int

  /// How many times a name was given an id.
  @exclusivity(unchecked) package internal(set) var internCount: UInt64 = 0

  @exclusivity(unchecked) var keys = Slab<KeyLine>()
  @exclusivity(unchecked) var buttons = Slab<ButtonLine>()
  @exclusivity(unchecked) var queue = DirtyQueue()
  @exclusivity(unchecked) var names = NameTable()
  @exclusivity(unchecked) var order = NameOrder()
  @exclusivity(unchecked) var marks = KeyMarks()
  /// The committed values of keys written since the last commit.
  @exclusivity(unchecked) var oldValues = Slab<OldValue>()
  /// Where those of the keys are that were written while a pass was open.
  @exclusivity(unchecked) var oldPlaces: [UInt32: Int] = [:]
  /// Whether ``value(of:)`` gives the committed values, which it may while a pass is open.
  @exclusivity(unchecked) package var showsCommitted = false
  /// The keys changed by the last commit.
  @exclusivity(unchecked) var changes = Slab<KeyID>()
  /// Keys that are perhaps unused: the never written, and the removed in order of removal.
  @exclusivity(unchecked) var neverWritten = Slab<UInt32>()
  @exclusivity(unchecked) var removed = Slab<Removal>()
  /// Whether changes are noted so that they can be saved; set once, before the first change.
  @exclusivity(unchecked) package var notesUnsaved = false
  /// Keys changed since the unsaved were last taken. An entry counts if the key's flag says so; a key
  /// that was given back may be on it twice.
  @exclusivity(unchecked) var unsaved = Slab<UInt32>()
  /// How many keys have the flag.
  @exclusivity(unchecked) package internal(set) var unsavedCount = 0
  /// Free key lines.
  @exclusivity(unchecked) var freeKeys = Slab<UInt32>()
  /// The first free button slot; the others follow through the lines' tags.
  @exclusivity(unchecked) var freeButton = ButtonLine.clean

  /// An empty store.
  package init(rememberedRemovals: Int = 16_384) {
    self.rememberedRemovals = rememberedRemovals
  }

  deinit {
    for index in 0..<keys.count { keys.at(index).pointee.subscribers?.deallocate() }
    for index in 0..<buttons.count { buttons.at(index).pointee.spill?.deallocate() }
  }

  /// The revision that the next change set writes with.
  package var nextRevision: UInt64 { revision + 1 }

  /// The line of a key in use.
  func line(_ key: KeyID) -> UnsafeMutablePointer<KeyLine> {
    let line = keys.at(Int(key.rawValue))
    precondition(line.pointee.flags.contains(.live), "the key's id was given back")
    return line
  }

  /// The line of a button in use.
  func line(_ button: ButtonSlot) -> UnsafeMutablePointer<ButtonLine> {
    let line = buttons.at(Int(button.rawValue))
    precondition(line.pointee.isLive, "the button was removed")
    return line
  }
}

@available(*, unavailable)
extension Store: Sendable {}
