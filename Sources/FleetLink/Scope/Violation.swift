/// Content of a scope that a daemon refuses, and who wrote it.
package struct Violation: Error, Hashable, Sendable {
  package enum Rule: String, Error, Hashable, Sendable {
    /// An entry does not follow from the one before, although the engine says it does.
    case brokenChain
    case malformedKey
    /// Not JSON.
    case malformedValue
    /// A value, an entry or the whole.
    case tooLarge
  }

  package let rule: Rule
  package let revision: UInt64
  /// The request that wrote it; nil if a snapshot does not say.
  package let request: RequestNumber?

  package init(_ rule: Rule, revision: UInt64, request: RequestNumber? = nil) {
    self.rule = rule
    self.revision = revision
    self.request = request
  }
}
