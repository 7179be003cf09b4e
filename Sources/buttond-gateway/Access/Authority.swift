/// A host and maybe a port, as the header `Host` and origins have them.
struct Authority: Hashable, Sendable {
  /// The name or numeric address in lower case, without brackets.
  let name: String
  /// The port, where one is given.
  let port: UInt16?

  /// Reads `name`, `name:port`, `[::1]` or `[::1]:port`; nil for all else.
  init?(_ text: String) {
    let text = text.lowercased()
    var rest: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = String(text[text.index(after: text.startIndex)..<end])
      guard name.contains(":"), name.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
        return nil
      }
      rest = text[text.index(after: end)...]
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      name = String(text[..<end])
      let isName = name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
      guard !name.isEmpty, isName else { return nil }
      rest = text[end...]
    }
    guard !rest.isEmpty else {
      port = nil
      return
    }
    guard rest.removeFirst() == ":", rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(rest)
    else { return nil }
    port = number
  }
}
