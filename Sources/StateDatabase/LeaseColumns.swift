import ButtonModel

/// The columns for the leases that state keys belong to.
enum LeaseColumns: PlainColumns {
  static let table = "leases"
  static let names = ["key", "lease"]
  static let subject = JournalGroup.Subject.lease
  static let form = JournalGroup.Form.string
  static let number: UInt64 = 6

  static func isValid(
    _ name: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> Bool {
    StateKey.isValid(name) && LeaseName.isValid(content)
  }
}
