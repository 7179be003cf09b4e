import ButtonModel
import ButtonProtocol
import ButtonStore

/// What leases, and keys of leases, there may be.
///
/// A place is taken by a lease that a connection holds. When its last holder is gone, the place is free, and
/// the name stays with the keys that are lost. Beyond the limit there are places for leases with keys, which
/// feeds that were there before come back to. Feeds of the daemon need no place, and have keys beyond the limit.
extension Leases {
  /// Beyond a limit there is one place for this number within it, up to the most.
  private static let placesPerReserve = 16
  private static let mostReserved = 64
  /// The same for keys.
  private static let mostReservedKeys = 8_192

  /// Throws if a claim of these keys would exceed a limit.
  func check(
    _ changes: borrowing ChangeSet, _ claim: LeaseClaim, _ settings: EngineSettings
  ) throws(EngineError) {
    let hold = hold(of: claim)
    if hold == nil { try checkPlace(claim, settings) }
    let user = user(of: claim.holder)
    var added = 0
    var gained = 0
    var bytes = hold == nil ? Leases.bytesPerHold : 0
    for index in changes.changes.indices {
      guard let key = changes.changes[index].key else { continue }
      if case .remove = changes.changes[index].kind { continue }
      let leased = keys[key]
      if leased == nil { added += 1 }
      if let user, leased?.user != user { gained += 1 }
      if hold == nil || leased?.hold != hold { bytes += Leases.bytesPerKey }
    }
    let limit = settings.limits.leasedKeys
    let reserve = min(limit / Leases.placesPerReserve, Leases.mostReservedKeys)
    if added > 0, keys.count + added > limit + (claim.isOfDaemon ? reserve : 0) {
      throw settings.limits.exceeded(\.leasedKeys)
    }
    if gained > 0, let user, shares.keys(of: user) + gained > settings.limits.userLeasedKeys {
      throw settings.limits.exceeded(\.userLeasedKeys)
    }
    if case .connection(let connection) = claim.holder {
      try clients.checkRoom(for: bytes, of: connection, within: settings.limits)
    }
  }

  /// Throws if there is no place for a claim by a holder that has none under the lease.
  private func checkPlace(
    _ claim: LeaseClaim, _ settings: EngineSettings
  ) throws(EngineError) {
    if claim.isOfDaemon { return }
    if let user = user(of: claim.holder), shares.leases(of: user) >= settings.limits.userLeases {
      throw settings.limits.exceeded(\.userLeases)
    }
    let limit = settings.limits.leases
    let known = leases.index(of: claim.name)
    if let known, leases[known]?.connectionCount ?? 0 > 0 { return }
    let reserve = min(limit / Leases.placesPerReserve, Leases.mostReserved)
    if leases.placeCount >= limit + (known == nil ? 0 : reserve) {
      throw settings.limits.exceeded(\.leases)
    }
  }

  /// The user that a holder's leases count for; nil for feeds of the daemon and for connections that may
  /// exceed a user's share.
  func user(of holder: LeaseHolder) -> UInt32? {
    guard case .connection(let connection) = holder, !clients.isPrivileged(connection) else {
      return nil
    }
    return clients.userID(of: connection)
  }
}

extension LeaseClaim {
  /// Whether a feed makes it that the daemon runs itself.
  fileprivate var isOfDaemon: Bool { if case .feed = holder { true } else { false } }
}
