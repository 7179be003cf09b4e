package import ButtonModel

/// One change of the fleet's state: the request that made it, and the resulting values.
package struct LogEntry: Hashable, Sendable {
  package let revision: UInt64
  package let request: RequestNumber
  /// Includes this entry.
  package let chain: Chain
  /// One line for each key: `KEY JSON`, or `KEY` if it was removed.
  package let changes: UTF8String

  package init(
    revision: UInt64, request: RequestNumber, chain: Chain, changes: UTF8String
  ) {
    self.revision = revision
    self.request = request
    self.chain = chain
    self.changes = changes
  }
}
