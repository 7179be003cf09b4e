/// What is wrong with a picture and how to mend it, to be read behind its name: "is cut off: …".
package struct ImageFault: Error, Hashable, CustomStringConvertible {
  package let message: String

  package var description: String { message }

  init(_ message: String) { self.message = message }

  /// A part of the picture for a message: short, and without what a terminal could obey.
  static func excerpt(_ bytes: some Collection<UInt8>) -> String {
    let most = 40
    var text = ""
    var count = 0
    // A character has at most four bytes, and the last one may be cut.
    for scalar in String(decoding: bytes.prefix(most * 4), as: UTF8.self).unicodeScalars {
      if count == most { return text + "…" }
      count += 1
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber:
        text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append((0x20..<0x7F).contains(scalar.value) ? scalar : "?")
      }
    }
    return bytes.count > most * 4 ? text + "…" : text
  }
}
