import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import PluginChannel

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
  /// Buttons that show the fallback here only, as their plugins have not answered for these traits yet,
  /// and why.
  var substitutes: [ButtonSlot: ButtonStatus] = [:]
  /// How many subscriptions and requests of each user need it; the default set needs none.
  var users: [UInt32: Int] = [:]

  init(id: UInt64, traits: Traits) {
    self.id = id
    self.traits = traits
    resolved = ResolvedTraits(traits)
    batchTraits = BatchTraits(traits, tint: resolved.tint)
  }

  /// What a button says of itself here.
  func status(of slot: ButtonSlot, _ record: ButtonRecord) -> ButtonStatus? {
    guard !substitutes.isEmpty, let substitute = substitutes[slot] else { return record.status }
    return record.status?.asFallback ?? substitute
  }

  /// Forgets a button that is gone.
  func forget(_ slot: ButtonSlot) {
    looks.remove(slot)
    substitutes[slot] = nil
  }
}
