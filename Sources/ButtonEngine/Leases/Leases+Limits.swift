import ButtonModel
import ButtonStore

/// What leases, and keys of leases, there may be.
///
/// A place is taken by a lease that something holds. When its last holder is gone, the place is free, and the
/// name stays with the keys that are lost. The last places are for the daemon's feeds, and some before them for
/// leases with keys, which feeds that were there before come back to.
extension Leases {
  /// Each kind of reserve has one place of this number, up to the most.
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
    let limit = settings.maximumLeasedKeys
    let kept = claim.isOfDaemon ? 0 : min(limit / Leases.placesPerReserve, Leases.mostReservedKeys)
    if added > 0, keys.count + added > limit - kept {
      throw .limitExceeded(limit: "leasedKeys", value: limit - kept, index: nil)
    }
    if gained > 0, let user, shares.keys(of: user) + gained > settings.maximumUserLeasedKeys {
      throw .limitExceeded(
        limit: "userLeasedKeys", value: settings.maximumUserLeasedKeys, index: nil)
    }
    if case .connection(let connection) = claim.holder {
      try clients.checkRoom(for: bytes, of: connection, within: settings.clientBytes)
    }
  }

  /// Throws if there is no place for a claim by a holder that has none under the lease.
  private func checkPlace(
    _ claim: LeaseClaim, _ settings: EngineSettings
  ) throws(EngineError) {
    if let user = user(of: claim.holder), shares.leases(of: user) >= settings.maximumUserLeases {
      throw .limitExceeded(limit: "userLeases", value: settings.maximumUserLeases, index: nil)
    }
    let known = leases.index(of: claim.name)
    if let known, leases[known]?.holdCount ?? 0 > 0 { return }
    let reserve = min(settings.maximumLeases / Leases.placesPerReserve, Leases.mostReserved)
    let kept = claim.isOfDaemon ? 0 : known != nil ? reserve : 2 * reserve
    let limit = settings.maximumLeases - kept
    if leases.heldCount >= limit { throw .limitExceeded(limit: "leases", value: limit, index: nil) }
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
