import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// Appends what differs from the look that the members in step hold; false, and nothing appended,
  /// when they hold none, or when a merge patch cannot say it.
  func writePatch(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ look: LookTable.Look,
    _ entry: SubscriptionTable.Buttons, heldUpTo cursor: UInt64
  ) -> Bool {
    let start = writer.count
    writer.key("patch")
    let isWritten =
      if let held = entry.heldLooks[slot] {
        held.generation == record.generation
          && held.appearance.withUnsafeBytes { appendPatch(from: $0, to: look) }
      } else {
        traitSets[entry.traitSet]?.looks.withOrigin(of: slot, tick: tick, upTo: cursor) {
          appendPatch(from: $0, to: look)
        } ?? false
      }
    if !isWritten { writer.truncate(to: start) }
    return isWritten
  }

  private func appendPatch(from old: UnsafeRawBufferPointer, to look: LookTable.Look) -> Bool {
    look.appearance.withUnsafeBytes {
      AppearancePatch(from: old, to: $0).write(into: &writer)
    }
  }

  /// A rate holds a frame back: what the members in step hold of the looks in it is kept, so that
  /// they can be sent patches when it is time.
  func keepHeldLooks(of entry: SubscriptionTable.Buttons, after before: UInt64) {
    for slot in changedButtons(of: entry, after: before) {
      guard entry.heldLooks[slot] == nil, let record = records[Int(slot.rawValue)] else {
        continue
      }
      let appearance = traitSets[entry.traitSet]?.looks.withOrigin(
        of: slot, tick: tick, upTo: entry.cursor
      ) { [UInt8]($0) }
      guard let appearance else { continue }
      let bytes = appearance.count + Engine.heldLookBytes
      // Who is not sent a patch is sent the whole look.
      guard heldLookBytes + bytes <= Engine.maximumHeldLookBytes else { return }
      heldLookBytes += bytes
      entry.heldLookBytes += bytes
      entry.heldLooks[slot] = SubscriptionTable.HeldLook(
        generation: record.generation, appearance: appearance)
    }
  }

  /// Forgets what is kept of looks that a rate held back.
  func dropHeldLooks(of entry: SubscriptionTable.Buttons) {
    heldLookBytes -= entry.heldLookBytes
    entry.heldLookBytes = 0
    entry.heldLooks = [:]
  }

  /// The most bytes that are kept of such looks, for all subscriptions together.
  private static let maximumHeldLookBytes = 16 << 20
  /// What one takes besides its appearance.
  private static let heldLookBytes = 96
}
