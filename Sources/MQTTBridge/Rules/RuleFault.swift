/// Why a message changed nothing.
package struct RuleFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Faults of one kind and rule are logged together.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// More bytes than are read.
    case tooLong
    /// The payload is not JSON, or is nested too deep.
    case syntax
    /// The payload has another form or type than the rule's format.
    case format
    /// The payload has nothing at the rule's pointer.
    case pointer
    /// The topic makes no key or id.
    case name
    /// The rule does not allow the button.
    case forbidden
    /// There is no room for another key.
    case full
    /// The daemon refused it.
    case refused
    /// Messages come faster than they are taken.
    case rate
  }

  package let kind: Kind
  /// What is wrong, and what to do about it.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
