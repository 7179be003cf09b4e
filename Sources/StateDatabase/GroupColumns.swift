import ButtonModel

/// The columns for the groups of buttons that clients have defined.
enum GroupColumns: PlainColumns {
  static let table = "groups"
  static let names = ["id", "definition", "revision"]
  static let subject = JournalGroup.Subject.group
  static let number: UInt64 = 9

  static func isValid(
    _ name: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> Bool {
    !name.isEmpty && name.count <= ButtonDefinition.maximumIDBytes
      && revision <= Revision.maximumKept
  }
}
