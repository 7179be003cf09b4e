/// Puts the head of a request together, however its bytes arrive, and reads it strictly: what is not
/// plainly right is refused.
struct RequestHeadReader {
  /// The longest head, in bytes.
  static let maximumBytes = 16 << 10
  /// The most headers.
  static let maximumHeaders = 100

  private var bytes: [UInt8] = []
  /// How far the end has been looked for.
  private var searched = 0
  /// Bytes of empty lines before the head.
  private var skipped = 0

  init() {}

  /// Whether nothing has come yet.
  var isEmpty: Bool { bytes.isEmpty && skipped == 0 }

  /// Takes what has come: the head, once it is whole, and what came behind it.
  mutating func take(
    _ input: some Collection<UInt8>
  ) throws(Refusal) -> (head: RequestHead, rest: [UInt8])? {
    bytes.append(contentsOf: input)
    // Empty lines before a request are allowed and mean nothing, but count as bytes of the head.
    var start = 0
    while bytes[start...].starts(with: [0x0D, 0x0A]) { start += 2 }
    if start > 0 {
      bytes.removeFirst(start)
      skipped += start
      searched = 0
    }
    let end = [UInt8]("\r\n\r\n".utf8)
    var index = max(0, searched - 3)
    while index + 4 <= min(bytes.count, Self.maximumBytes - skipped) {
      if bytes[index] == 0x0D, bytes[index..<index + 4].elementsEqual(end) {
        let head = try Self.read(bytes[..<index])
        let rest = Array(bytes[(index + 4)...])
        self = RequestHeadReader()
        return (head, rest)
      }
      index += 1
    }
    guard skipped + bytes.count < Self.maximumBytes else {
      throw Refusal(431, "the head of a request has at most \(Self.maximumBytes) bytes")
    }
    searched = bytes.count
    return nil
  }

  private static func read(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> RequestHead {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0D) {
      guard rest.index(after: end) < rest.endIndex, rest[end + 1] == 0x0A else { throw malformed }
      lines.append(rest[..<end])
      rest = rest[(end + 2)...]
    }
    lines.append(rest)
    guard lines.count <= maximumHeaders + 1 else {
      throw Refusal(431, "a request has at most \(maximumHeaders) headers")
    }
    var head = try firstLine(lines.removeFirst())
    for line in lines { head.headers.append(try header(line)) }
    return head
  }

  private static func firstLine(_ line: ArraySlice<UInt8>) throws(Refusal) -> RequestHead {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(isToken),
      words[1].first == UInt8(ascii: "/"), words[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw malformed }
    let version = text(words[2])
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw Refusal(505, "this gateway speaks HTTP/1.1")
    }
    let path = words[1].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return RequestHead(
      method: text(words[0]), path: text(path), isOneOne: version == "HTTP/1.1", headers: [])
  }

  private static func header(_ line: ArraySlice<UInt8>) throws(Refusal) -> RequestHead.Header {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw malformed }
    var value = line[(colon + 1)...]
    while let first = value.first, isBlank(first) { value.removeFirst() }
    while let last = value.last, isBlank(last) { value.removeLast() }
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw malformed }
    return RequestHead.Header(name: text(line[..<colon]).lowercased(), value: text(value))
  }

  private static var malformed: Refusal { Refusal(400, "this is no request of HTTP") }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a byte may stand in the names of methods and headers.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
