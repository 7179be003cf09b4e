import ButtonProtocol
import TestSupport
import Testing

/// Base64 as RFC 4648 has it.
@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FB}\u{FF}", "w7vDvw=="),
  ])
  func bytesAreWrittenAndReadBack(bytes: String, text: String) {
    #expect(Base64.text(Array(bytes.utf8)) == text)
    #expect(Base64.bytes(Array(text.utf8)) == Array(bytes.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zg==Zg==", "====", "Z===", "Zm9v=", "Zm 9v", "Zm9-", "Zg=a",
    "Zm9v\n", "Zm9vYg==A",
  ])
  func whatIsNotBase64IsNotRead(text: String) {
    #expect(Base64.bytes(Array(text.utf8)) == nil)
  }

  @Test func anyBytesComeBack() {
    var generator = Seed()
    for _ in 0..<scaled(500, few: 100) {
      let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(Base64.bytes(Array(Base64.text(bytes).utf8)) == bytes)
    }
  }
}
