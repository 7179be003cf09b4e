/// What content of a scope a daemon does not take, and who wrote it.
package struct Violation: Error, Hashable, Sendable {
  /// The rules.
  package enum Rule: String, Error, Hashable, Sendable {
    /// An entry does not follow from the one before, although the engine says it does.
    case brokenChain
    /// The name of a key or button is malformed.
    case malformedKey
    /// A value is not JSON.
    case malformedValue
    /// A value, an entry or the whole is larger than it may be.
    case tooLarge
  }

  package let rule: Rule
  /// The revision at which it was found.
  package let revision: UInt64
  /// The request that wrote it; nil where a snapshot does not tell.
  package let request: RequestNumber?

  package init(_ rule: Rule, revision: UInt64, request: RequestNumber? = nil) {
    self.rule = rule
    self.revision = revision
    self.request = request
  }
}
