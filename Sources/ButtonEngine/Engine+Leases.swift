package import ButtonModel
import ButtonStore

/// Leases: whether what feeds a key is still there.
extension Engine {
  /// The holder is gone: its keys keep their values but are lost until somebody writes them under a
  /// lease. ``connectionClosed(_:)`` does this for connections.
  package func endLeases(of holder: LeaseHolder) {
    var effect = ChangeEffect(of: store)
    context.leases.end(holder, &effect)
    committer.finish(effect)
  }

  package func holdsLeases(_ holder: LeaseHolder) -> Bool { context.leases.isHeld(by: holder) }

  /// Whether what feeds the key is gone, in the newest state.
  package func isLost(_ name: UTF8String) -> Bool {
    if lostKeyCount == 0 { return false }
    return context.store.key(named: name).map { context.leases.isLost($0) } ?? false
  }

  package var lostKeyCount: Int { context.leases.lostCount }

  package var leasedKeyCount: Int { context.leases.keyCount }

  /// Who feeds which keys, and which keys nothing feeds any more, by lease and first key.
  package var leaseFeeds: [LeaseFeed] { context.leases.feeds }

  /// The first ones, ordered by name.
  package func leaseReports(atMost count: Int) -> [LeaseReport] {
    context.budget.work &+= context.leases.leases.count &* WorkCost.step
    return context.leases.reports(atMost: count)
  }

  /// A connection that is not read for now is not silent meanwhile.
  package func setUnread(_ connection: ConnectionID, _ isUnread: Bool) {
    context.leases.setUnread(.connection(connection), isUnread)
  }
}
