import ButtonModel
import ButtonStore

/// Stands for "whether a pointer is over the button" among the keys that plugins read for a button.
/// It never has a value; see ``HiddenKey``.
enum HoverKey {
  /// The name by which plugins read it.
  static let readName: UTF8String = "button.isHovered"

  static let name = UTF8String(bytes: [UInt8(ascii: "{")])

  static func isName(_ name: UnsafeRawBufferPointer) -> Bool { name.first == UInt8(ascii: "{") }
}

extension ButtonRecord {
  func readsHover(_ store: Store) -> Bool {
    answers.contains { answer in
      answer.keys.contains { store.withName(of: $0) { HoverKey.isName($0) } }
    }
  }
}
