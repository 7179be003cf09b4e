import ButtonModel

/// The columns for the buttons that clients have defined.
enum ButtonColumns: PlainColumns {
  static let table = "buttons"
  static let names = ["id", "definition", "revision"]
  static let subject = JournalGroup.Subject.button
  static let number: UInt64 = 2

  static func isValid(
    _ name: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> Bool {
    ButtonDefinition.isValidID(name) && revision <= Revision.maximumKept
  }
}
