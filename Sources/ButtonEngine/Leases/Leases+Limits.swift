import ButtonModel
import ButtonProtocol
import ButtonStore

/// Limits of leases and of their keys.
///
/// Each lease that a connection holds takes a place. When its last holder is gone, the place is
/// free, and the name stays with the lost keys. Beyond the limit there are places for leases with
/// keys, which earlier feeds come back to. Feeds of the daemon need no place, and may have keys
/// beyond the limit.
extension Leases {
  /// Beyond a limit there is one place for this many within it, up to the most.
  private static let placesPerReserve = 16
  private static let mostReserved = 64
  private static let mostReservedKeys = 8_192

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

  /// Checks the limits for a holder that has no part of the lease yet.
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

  /// Nil for holders that count for no user: the daemon's feeds, and privileged connections.
  func user(of holder: LeaseHolder) -> UInt32? {
    guard case .connection(let connection) = holder, !clients.isPrivileged(connection) else {
      return nil
    }
    return clients.userID(of: connection)
  }
}

extension LeaseClaim {
  fileprivate var isOfDaemon: Bool { if case .feed = holder { true } else { false } }
}
