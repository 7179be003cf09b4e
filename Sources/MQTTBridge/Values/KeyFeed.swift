package import ButtonModel

/// Hands changes of keys to the daemon, one request at a time, and halves what the daemon refuses
/// until it is known which key is to blame.
package struct KeyFeed {
  private let keeps: Bool
  private var box: KeyBox
  private var halves: [[KeyBox.Change]] = []
  private var sent: [KeyBox.Change]?

  /// With `keeps`, values are sent again to a new daemon.
  package init(keeps: Bool, maximumKeys: Int) {
    self.keeps = keeps
    box = KeyBox(keeps: keeps, maximumKeys: maximumKeys)
  }

  package var count: Int { box.count }

  package func knows(_ key: UTF8String) -> Bool { box.knows(key) }

  package mutating func put(_ change: KeyBox.Change) throws(RuleFault) { try box.put(change) }

  package mutating func mark(_ key: UTF8String, lostFor loss: String?) {
    box.mark(key, lostFor: loss)
  }

  /// Nil while an answer is awaited, or when nothing waits.
  package mutating func next() -> [KeyBox.Change]? {
    guard sent == nil else { return nil }
    let batch = halves.popLast() ?? box.nextBatch()
    sent = batch.isEmpty ? nil : batch
    return sent
  }

  package mutating func succeeded() { sent = nil }

  /// Returns the key that the daemon refuses, once it is known.
  package mutating func refused() -> KeyBox.Change? {
    guard let batch = sent else { return nil }
    sent = nil
    if batch.count == 1 { return batch[0] }
    let middle = batch.count / 2
    halves.append(Array(batch[middle...]))
    halves.append(Array(batch[..<middle]))
    return nil
  }

  /// The daemon is gone: what it may not have waits again, unless something newer does. Changes of
  /// the moment are dropped.
  package mutating func disconnected() {
    let unsure = ((sent ?? []) + halves.joined()).filter { !$0.isMomentary }
    sent = nil
    halves = []
    box.removeMomentary()
    if keeps { box.renew() }
    for change in unsure where !box.isWaiting(change.key) {
      if !keeps || change.value == nil { try? box.put(change) }
    }
  }

  /// Also what was sent.
  package mutating func removeAll() {
    box.removeAll()
    halves = []
    sent = nil
  }
}
