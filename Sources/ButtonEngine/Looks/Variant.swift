import ButtonModel
import ButtonProtocol
import PluginChannel

/// Trait sets for which earlier lanes gave the same result: the next lane is asked once for all.
struct Variant {
  /// The id of one of the sets.
  let traitSet: UInt64
  /// A bit for each set in use, in the order in which batches list them.
  var traitMask: UInt16

  /// Returns the variant for all `count` sets.
  static func usual(_ count: Int) -> Variant {
    Variant(
      traitSet: TraitSet.defaultID, traitMask: UInt16(truncatingIfNeeded: (1 << count) - 1))
  }
}

extension TraitSetTable {
  /// The current lane is asked once for each different result of earlier lanes. A trait set that
  /// came into use after the earlier lane was asked waits for the next round.
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

  private func setsSame(_ record: ButtonRecord, _ one: UInt64, _ other: UInt64) -> Bool {
    record.round.allSatisfy { answer in
      answer.pass(for: one)?.properties == answer.pass(for: other)?.properties
    }
  }
}
