import ButtonModel

/// The columns for images that clients have given.
enum ImageColumns: PlainColumns {
  static let table = "images"
  static let names = ["name", "data"]
  static let subject = JournalGroup.Subject.image
  static let number: UInt64 = 10

  static func isValid(
    _ name: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> Bool {
    (1...255).contains(name.count)
  }
}
