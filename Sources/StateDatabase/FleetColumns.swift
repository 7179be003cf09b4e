import ButtonModel

/// The columns for how far scopes of a fleet have been read.
enum ScopeColumns: PlainColumns {
  static let table = "scopes"
  static let names = ["name", "record"]
  static let subject = JournalGroup.Subject.scope
  static let number: UInt64 = 7

  static func isValid(
    _ name: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> Bool {
    (1...255).contains(name.count)
  }
}

/// The columns for requests to scopes of a fleet that are not stable yet.
enum RequestColumns: PlainColumns {
  static let table = "outbox"
  static let names = ["name", "record", "place"]
  static let subject = JournalGroup.Subject.request
  static let number: UInt64 = 8

  static func isValid(
    _ name: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> Bool {
    (1...255).contains(name.count)
  }
}
