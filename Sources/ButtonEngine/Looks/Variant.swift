import ButtonModel
import ButtonProtocol
import PluginChannel

/// Trait sets for which the lanes so far made the same of a button, so that the next is asked once.
struct Variant {
  /// One of them, by id.
  let traitSet: UInt64
  /// All of them: a bit for each set in use, in the order in which a batch lists them.
  var traitMask: UInt16

  /// All of a number of trait sets.
  static func usual(_ count: Int) -> Variant {
    Variant(
      traitSet: TraitSet.defaultID, traitMask: UInt16(truncatingIfNeeded: (1 << count) - 1))
  }
}

extension TraitSetTable {
  /// What the present lane must be asked of a button of which an earlier lane made different things
  /// for different trait sets: once for each different thing. A trait set that came into use after the
  /// earlier lane was asked waits for the next round.
  func variants(_ record: ButtonRecord) -> [Variant] {
    var variants: [Variant] = []
    var bit: UInt16 = 1
    for case let set? in all {
      defer { bit <<= 1 }
      guard record.round.allSatisfy({ $0.pass(for: set.id) != nil }) else { continue }
      if let same = variants.firstIndex(where: { setsSame(record, $0.traitSet, set.id) }) {
        variants[same].traitMask |= bit
      } else {
        variants.append(Variant(traitSet: set.id, traitMask: bit))
      }
    }
    return variants
  }

  /// True when the lanes so far set the same for two trait sets.
  private func setsSame(_ record: ButtonRecord, _ one: UInt64, _ other: UInt64) -> Bool {
    record.round.allSatisfy { answer in
      answer.pass(for: one)?.properties == answer.pass(for: other)?.properties
    }
  }
}
