package import ButtonModel
package import JSONRPC

/// Names an image by its content: `sha256:` and the SHA-256 of its bytes in 64 hexadecimal digits.
package struct ImageName: FieldValue, Hashable, Sendable {
  package static var schema: Schema {
    .named(
      "ImageName", "The SHA-256 of an image's bytes; looks name the image by it.",
      .json(##"{"type":"string","pattern":"^sha256:[0-9a-f]{64}$"}"##))
  }

  private static let prefix = "sha256:"

  package let text: UTF8String

  package init(of bytes: [UInt8]) {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    text = UTF8String(ImageName.prefix + hash.finish())
  }

  /// A name for messages that are not read yet.
  package static let unread = ImageName(of: [])

  package init?(_ text: UTF8String) {
    let digits = text.bytes.dropFirst(ImageName.prefix.utf8.count)
    guard text.bytes.starts(with: ImageName.prefix.utf8), digits.count == 64,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let text = try UTF8String(json: json)
    guard let name = ImageName(text) else {
      throw .invalidParams(
        "'\(Excerpt(text.string))' is no image: its name is sha256: and 64 hexadecimal digits, as"
          + " images.put returns it")
    }
    self = name
  }

  package func write(into writer: inout JSONWriter) { text.write(into: &writer) }
}
