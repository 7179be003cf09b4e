/// A place in one history: how far a daemon has read, and what a condition is about.
///
/// As a condition it means: none of the request's keys changed after this place.
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
