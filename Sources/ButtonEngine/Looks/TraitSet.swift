import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import PluginChannel

/// A set of traits in use, and the looks for it.
final class TraitSet {
  /// The id of the default set.
  static let defaultID: UInt64 = 0

  /// Never reused.
  let id: UInt64
  let traits: Traits
  let resolved: ResolvedTraits
  /// The traits in the form that batches use.
  let batchTraits: BatchTraits
  var looks = LookTable()
  /// Buttons that show the fallback in this set only, because their plugins have not answered for
  /// these traits yet, and their status.
  var substitutes: [ButtonSlot: ButtonStatus] = [:]
  /// The traits with the tints of buttons; some of those that were asked for.
  private var tinted: [ButtonTint: ResolvedTraits] = [:]
  /// The most tints that are kept.
  private static let maximumTints = 256
  /// The number of subscriptions and requests of each user that use the set. The default set exists
  /// without any.
  var users: [UInt32: Int] = [:]

  init(id: UInt64, traits: Traits) {
    self.id = id
    self.traits = traits
    resolved = ResolvedTraits(traits)
    batchTraits = BatchTraits(traits, tint: resolved.tint)
  }

  /// The traits for a button, with its tint if it has one.
  @inline(__always)
  func resolved(for tint: ButtonTint?) -> ResolvedTraits {
    tint.map { resolved(for: $0) } ?? resolved
  }

  private func resolved(for tint: ButtonTint) -> ResolvedTraits {
    if let known = tinted[tint] { return known }
    if tinted.count >= TraitSet.maximumTints { tinted.removeAll() }
    let made = ResolvedTraits(tint.traits(on: traits))
    tinted[tint] = made
    return made
  }

  /// The status of a button in this set.
  func status(of slot: ButtonSlot, _ record: ButtonRecord) -> ButtonStatus? {
    guard !substitutes.isEmpty, let substitute = substitutes[slot] else {
      return record.shownStatus
    }
    let status = record.status?.asFallback ?? substitute
    return record.lost?.status(over: status) ?? status
  }

  /// Removes the data of a removed or hidden button.
  func forget(_ slot: ButtonSlot) {
    looks.remove(slot)
    substitutes[slot] = nil
  }
}
