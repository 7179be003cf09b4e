import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

extension FramePublisher {
  /// A `buttons.updated` with as many changes as fit. `cursor` is the serial that all receivers
  /// hold, so that patches are possible; nil without one.
  func updateLine(
    _ entry: ButtonSubscription, _ changes: [LookChange], from next: inout Int,
    isCut: Bool, isSnapshot: Bool, heldUpTo cursor: UInt64?, room: Int
  ) -> SharedLine {
    context.writer.removeAll(keepingCapacity: true)
    entry.head.withUnsafeBytes { context.writer.raw($0) }
    if isSnapshot { context.writer.member(.snapshot, true) }
    clock.writeMark(to: &context.writer)
    next = writeChanges(changes, from: next, isCut: isCut, entry, heldUpTo: cursor, room: room)
    context.writer.endObject()
    context.writer.endObject()
    return context.finishLine()
  }

  /// Appends `buttons` and `removed` with as many changes as fit, at least one, and `more` if
  /// changes remain or there is a cut. Returns the index of the first change that remains.
  func writeChanges(
    _ changes: [LookChange], from first: Int, isCut: Bool, _ entry: ButtonSubscription,
    heldUpTo cursor: UInt64?, room: Int
  ) -> Int {
    var removed: [UTF8String] = []
    var removedBytes = 0
    var next = first
    context.writer.key(.buttons)
    context.writer.beginArray()
    loop: while next < changes.count {
      switch changes[next].what {
      case .shown(let slot):
        let start = context.writer.count
        writeRecord(slot, entry.traitSet, heldUpTo: cursor, patchesFor: entry)
        if context.writer.count + removedBytes > room, next > first {
          context.writer.truncate(to: start)
          break loop
        }
      case .removed(let id):
        removedBytes += id.bytes.count + 3
        if context.writer.count + removedBytes > room, next > first { break loop }
        removed.append(id)
      }
      next += 1
    }
    context.writer.endArray()
    context.writer.key(.removed)
    context.writer.beginArray()
    for id in removed { context.writer.string(id) }
    context.writer.endArray()
    if next < changes.count || isCut { context.writer.member(.more, true) }
    return next
  }

  /// Includes, for clients that hold exactly the looks at `cursor`, the patch and transaction from
  /// theirs to this one.
  func writeRecord(
    _ slot: ButtonSlot, _ traitSet: Int, heldUpTo cursor: UInt64? = nil,
    patchesFor entry: ButtonSubscription? = nil
  ) {
    guard let record = buttons[slot], let set = traitSets[traitSet],
      set.looks.contains(slot)
    else { return }
    // Fetched once, as each access to the table counts references.
    write(
      set.looks[existing: slot], set.status(of: slot, record), of: slot, record, heldUpTo: cursor,
      patchesFor: entry)
  }

  private func write(
    _ look: LookTable.Look, _ status: ButtonStatus?, of slot: ButtonSlot, _ record: ButtonRecord,
    heldUpTo cursor: UInt64?, patchesFor entry: ButtonSubscription?
  ) {
    context.writer.beginObject()
    context.writer.key(.id)
    context.writer.string(record.id)
    var isPatch = false
    if let entry, let cursor, entry.form == .delta {
      isPatch = writePatch(slot, record, look, entry, heldUpTo: cursor)
    }
    if !isPatch {
      context.writer.key(.appearance)
      look.appearance.withUnsafeBytes { context.writer.raw($0) }
    }
    if let status { context.writer.member(.status, status.lookStatus) }
    if let cursor, let transaction = look.transaction, transaction.isFor(cursor) {
      context.writer.key(.transaction)
      transaction.text.withUnsafeBytes { context.writer.raw($0) }
    }
    let revision = look.revision
    if revision != 0, revision < clock.committedRevision, look.tick == clock.frameNumber {
      context.writer.member(.revision, revision)
    }
    context.writer.endObject()
  }

  /// Appends the difference from the look that members in step hold. False, and without effect, if
  /// they hold none or a merge patch cannot express it.
  private func writePatch(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ look: LookTable.Look,
    _ entry: ButtonSubscription, heldUpTo cursor: UInt64
  ) -> Bool {
    let start = context.writer.count
    context.writer.key(.patch)
    let isWritten =
      if let held = entry.sentLooks[slot] {
        held.generation == record.generation
          && held.appearance.withUnsafeBytes { appendPatch(from: $0, to: look) }
      } else {
        traitSets[entry.traitSet]?.looks.withOrigin(
          of: slot, tick: clock.frameNumber, upTo: cursor
        ) { appendPatch(from: $0, to: look) } ?? false
      }
    if !isWritten { context.writer.truncate(to: start) }
    return isWritten
  }

  private func appendPatch(from old: UnsafeRawBufferPointer, to look: LookTable.Look) -> Bool {
    look.appearance.withUnsafeBytes {
      AppearancePatch(from: old, to: $0).write(into: &context.writer)
    }
  }
}
