/// A place in one history: how far a daemon has read, or the point of a condition, which means that
/// none of the request's keys changed after it.
package struct FleetCursor: Hashable, Sendable {
  package let revision: UInt64
  package let chain: Chain

  package init(_ revision: UInt64, _ chain: Chain) {
    self.revision = revision
    self.chain = chain
  }
}

extension FleetCursor: CustomStringConvertible {
  package var description: String { "\(revision) \(chain)" }
}
