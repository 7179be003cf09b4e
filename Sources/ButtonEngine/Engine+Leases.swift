package import ButtonModel
import ButtonStore

/// Leases: whether what feeds a key is still there.
extension Engine {
  /// A holder of leases is gone: its keys keep their values and are lost, until somebody writes them
  /// under a lease. A connection's leases end with ``connectionClosed(_:)``.
  package func endLeases(of holder: LeaseHolder) {
    var effect = ChangeEffect(of: store)
    context.leases.end(holder, &effect)
    committer.finish(effect)
  }

  /// Whether a holder has leases.
  package func holdsLeases(_ holder: LeaseHolder) -> Bool { context.leases.isHeld(by: holder) }

  /// Whether what feeds the key with a name is gone, in the newest state.
  package func isLost(_ name: UTF8String) -> Bool {
    if lostKeyCount == 0 { return false }
    return context.store.key(named: name).map { context.leases.isLost($0) } ?? false
  }

  /// The number of lost keys.
  package var lostKeyCount: Int { context.leases.lostCount }

  /// The number of keys that belong to a lease.
  package var leasedKeyCount: Int { context.leases.keyCount }

  /// Who feeds which keys, and which keys nothing feeds any more, ordered by lease and first key.
  package var leaseFeeds: [LeaseFeed] { context.leases.feeds }

  /// The first leases, ordered by name.
  package func leaseReports(atMost count: Int) -> [LeaseReport] {
    context.budget.work &+= context.leases.leases.count &* WorkCost.step
    return context.leases.reports(atMost: count)
  }

  /// What a connection sends is read no more for now, or again: it is not silent meanwhile.
  package func setUnread(_ connection: ConnectionID, _ isUnread: Bool) {
    context.leases.setUnread(.connection(connection), isUnread)
  }
}
