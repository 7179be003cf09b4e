import ButtonModel
import ButtonStore

extension Leases {
  func reports(atMost count: Int) -> [LeaseReport] { leases.reports(atMost: count) }

  func isHeld(by holder: LeaseHolder) -> Bool { holdsOfHolder[holder] != nil }

  var feeds: [LeaseFeed] {
    var keysOfSource: [LeaseFeed.Source: [UTF8String]] = [:]
    for leased in keys.values {
      guard let lease = leases[leased.lease]?.name else { continue }
      let hold = leased.hold.flatMap { holds[$0] }
      let source = LeaseFeed.Source(
        lease: lease, holder: hold?.holder, isSilent: hold?.isSilent == true)
      keysOfSource[source, default: []].append(store.name(of: leased.key))
    }
    return keysOfSource.map { LeaseFeed(source: $0, keys: $1.sorted()) }.sorted()
  }

  /// Describes the silence of a hold that has just fallen silent; nil if it feeds no key.
  func silence(of hold: Hold) -> TimedChange? {
    guard let leased = hold.keys.first, let lease = leases[hold.lease] else { return nil }
    return .silence(lease: lease.name, holder: hold.holder, key: store.name(of: leased.key))
  }
}
