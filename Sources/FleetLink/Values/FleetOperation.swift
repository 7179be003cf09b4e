package import ButtonModel

/// One operation as the engine performs it, on texts: it never reads a value as JSON.
package struct FleetOperation: Hashable, Sendable {
  /// The raw value is its letter in a request.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case set = 0x73
    case remove = 0x64
    case increment = 0x69
    case toggle = 0x74
    case append = 0x61
  }

  package let kind: Kind
  /// A state key, or `!` and a button's id.
  package let key: UTF8String
  /// Canonical JSON; empty if the kind takes none.
  package let argument: UTF8String

  package init(_ kind: Kind, _ key: UTF8String, _ argument: UTF8String = "") {
    self.kind = kind
    self.key = key
    self.argument = argument
  }

  /// Nil for a merge, which is computed before it is sent.
  package init?(_ operation: StateOperation) {
    switch operation.kind {
    case .set(let value): self.init(.set, operation.key, value.fleetText)
    case .remove: self.init(.remove, operation.key)
    case .increment(let by): self.init(.increment, operation.key, by.fleetText)
    case .toggle: self.init(.toggle, operation.key)
    case .append(let value): self.init(.append, operation.key, value.fleetText)
    case .merge: return nil
    }
  }
}
