import ButtonModel
import ButtonProtocol
import ButtonResolver

/// Traits that some subscription asks for, and the looks for them.
final class TraitSet {
  /// The id of the default set.
  static let defaultID: UInt64 = 0

  /// Never given twice.
  let id: UInt64
  let traits: Traits
  let resolved: ResolvedTraits
  /// As a batch lists them.
  let batchTraits: BatchTraits
  var looks = LookTable()
  /// Subscriptions and requests that need it; the default set is in use without any.
  var uses = 0

  init(id: UInt64, traits: Traits) {
    self.id = id
    self.traits = traits
    resolved = ResolvedTraits(traits)
    batchTraits = BatchTraits(traits, tint: resolved.tint)
  }
}
