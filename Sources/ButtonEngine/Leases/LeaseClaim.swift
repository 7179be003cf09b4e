package import ButtonModel

/// Who writes under leases: a client, or a feed that the daemon runs itself.
package enum LeaseHolder: Hashable, Sendable {
  case connection(ConnectionID)
  /// A number that the feed's owner assigns and may reuse after ``Engine/endLeases(of:)``.
  case feed(UInt32)
}

/// The lease that the keys of a change set belong to from then on. A class because most change sets
/// have no claim, and an absent object is free to pass.
package final class LeaseClaim: Sendable {
  /// A well-formed ``LeaseName``.
  package let name: UTF8String
  package let holder: LeaseHolder
  /// How long the holder may write nothing under the lease before its keys are lost, in
  /// nanoseconds; 0 gives the lease up at once, nil leaves it as it was.
  package let silentAfter: UInt64?
  /// In nanoseconds of the engine's clock.
  package let now: UInt64

  package init(_ name: UTF8String, of holder: LeaseHolder, silentAfter: UInt64? = nil, now: UInt64)
  {
    precondition(LeaseName.isValid(name), "a lease has a well-formed name")
    self.name = name
    self.holder = holder
    self.silentAfter = silentAfter
    self.now = now
  }
}

/// The keys that one holder feeds under a lease, or that nothing feeds any more.
package struct LeaseFeed: Hashable, Sendable, Comparable {
  /// What feeds them.
  package struct Source: Hashable, Sendable {
    package let lease: UTF8String
    /// Nil if it is gone: the keys are lost.
    package let holder: LeaseHolder?
    /// It was silent for too long: the keys are lost.
    package let isSilent: Bool
  }

  package let source: Source
  /// Ordered by name.
  package let keys: [UTF8String]

  package static func < (one: LeaseFeed, other: LeaseFeed) -> Bool {
    one.source.lease != other.source.lease
      ? one.source.lease < other.source.lease : one.keys[0] < other.keys[0]
  }
}

package struct LeaseReport: Hashable, Sendable {
  package let name: UTF8String
  package let keys: Int
  package let lostKeys: Int
  /// Clients and feeds.
  package let holders: Int
}
