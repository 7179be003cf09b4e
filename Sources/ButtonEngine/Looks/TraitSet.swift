import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import PluginChannel

/// A set of traits in use, and the looks for it.
final class TraitSet {
  static let defaultID: UInt64 = 0

  /// Never reused.
  let id: UInt64
  let traits: Traits
  let resolved: ResolvedTraits
  let batchTraits: BatchTraits
  var looks = LookTable()
  /// Buttons with the fallback in this set only, as their plugins have yet to answer for it.
  var substitutes: [ButtonSlot: ButtonStatus] = [:]
  /// A cache for the tints of buttons.
  private var tinted: [ButtonTint: ResolvedTraits] = [:]
  private static let maximumTints = 256
  /// How many subscriptions and requests of each user use it. The default set exists without any.
  var users: [UInt32: Int] = [:]

  init(id: UInt64, traits: Traits) {
    self.id = id
    self.traits = traits
    resolved = ResolvedTraits(traits)
    batchTraits = BatchTraits(traits, tint: resolved.tint)
  }

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

  func status(of slot: ButtonSlot, _ record: ButtonRecord) -> ButtonStatus? {
    guard !substitutes.isEmpty, let substitute = substitutes[slot] else {
      return record.shownStatus
    }
    let status = record.status?.asFallback ?? substitute
    return record.lost?.status(over: status) ?? status
  }

  func forget(_ slot: ButtonSlot) {
    looks.remove(slot)
    substitutes[slot] = nil
  }
}
