package import ButtonModel

package struct JournaledRequest: Hashable, Sendable {
  /// The value of a key that the writer of a conditional request saw.
  package struct Sight: Hashable, Sendable {
    package let key: UTF8String
    package let value: StateValue?

    package init(key: UTF8String, value: StateValue?) {
      self.key = key
      self.value = value
    }
  }

  package let number: RequestNumber
  /// The number that the client knows.
  package let origin: RequestNumber
  /// The life's lowest number that was kept when the request was made: those between have no effect
  /// that outlives the daemon, and are used up if the engine has not had them.
  package let oldestOpen: UInt64
  package let operations: [StateOperation]
  package let keyClass: KeyClass
  package let effect: FleetEffect?
  /// Nil if the request has no condition.
  package let seen: [Sight]?
  /// The values at the journal's cursor have the request's effect.
  package let isInValues: Bool
  /// The revision of its entry; nil if unknown.
  package let revision: UInt64?
  /// Why it is dropped, unless the engine has it already; nil if it is not dropped.
  package let withdrawal: Rejection.Reason?

  package init(
    number: RequestNumber, origin: RequestNumber, oldestOpen: UInt64, operations: [StateOperation],
    keyClass: KeyClass, effect: FleetEffect? = nil, seen: [Sight]?,
    isInValues: Bool, revision: UInt64? = nil, withdrawal: Rejection.Reason? = nil
  ) {
    self.number = number
    self.origin = origin
    self.oldestOpen = oldestOpen
    self.operations = operations
    self.keyClass = keyClass
    self.effect = effect
    self.seen = seen
    self.isInValues = isInValues
    self.revision = revision
    self.withdrawal = withdrawal
  }
}
