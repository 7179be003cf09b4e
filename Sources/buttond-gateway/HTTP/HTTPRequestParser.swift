/// Parses the heads of requests from bytes that arrive in any pieces. It is strict: what the standard
/// does not plainly allow is refused.
struct HTTPRequestParser {
  /// The longest head, in bytes.
  static let maximumBytes = 16 << 10
  static let maximumHeaders = 100

  private var bytes: [UInt8] = []
  /// How far the end of the head has been searched for.
  private var searched = 0
  /// Bytes of empty lines before the head.
  private var skipped = 0

  init() {}

  /// Whether nothing of a request has arrived.
  var isEmpty: Bool { bytes.isEmpty && skipped == 0 }

  /// Adds bytes that arrived.
  mutating func append(_ input: some Collection<UInt8>) { bytes.append(contentsOf: input) }

  /// Removes all bytes that have not been parsed.
  mutating func takeRest() -> [UInt8] {
    defer { self = HTTPRequestParser() }
    return bytes
  }

  /// Removes the next head; nil until it is complete.
  mutating func next() throws(HTTPError) -> HTTPRequestHead? {
    skipEmptyLines()
    // Empty lines before a request mean nothing, but count towards the length of the head.
    let limit = Self.maximumBytes - skipped
    guard let end = endOfHead(within: limit) else {
      guard bytes.count < limit else {
        throw HTTPError(431, "the head of a request has at most \(Self.maximumBytes) bytes")
      }
      searched = bytes.count
      return nil
    }
    let head = try Self.head(bytes[..<end])
    bytes.removeFirst(end + 4)
    (searched, skipped) = (0, 0)
    return head
  }

  private mutating func skipEmptyLines() {
    var count = 0
    while bytes[count...].starts(with: "\r\n".utf8) { count += 2 }
    if count == 0 { return }
    bytes.removeFirst(count)
    skipped += count
    searched = 0
  }

  private func endOfHead(within limit: Int) -> Int? {
    let last = min(bytes.count, limit) - 4
    var index = max(0, searched - 3)
    while index <= last {
      if bytes[index] == 0x0D, bytes[index...].starts(with: "\r\n\r\n".utf8) { return index }
      index += 1
    }
    return nil
  }

  private static func head(_ bytes: ArraySlice<UInt8>) throws(HTTPError) -> HTTPRequestHead {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0D) {
      guard rest[end...].starts(with: "\r\n".utf8) else { throw malformed }
      lines.append(rest[..<end])
      rest = rest[(end + 2)...]
    }
    lines.append(rest)
    guard lines.count <= maximumHeaders + 1 else {
      throw HTTPError(431, "a request has at most \(maximumHeaders) headers")
    }
    var head = try requestLine(lines.removeFirst())
    for line in lines { head.headers.append(try header(line)) }
    return head
  }

  private static func requestLine(_ line: ArraySlice<UInt8>) throws(HTTPError) -> HTTPRequestHead {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(isToken),
      words[1].first == UInt8(ascii: "/"), words[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw malformed }
    let version = text(words[2])
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw HTTPError(505, "this gateway speaks HTTP/1.1")
    }
    let path = words[1].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return HTTPRequestHead(
      method: text(words[0]), path: text(path), isOneOne: version == "HTTP/1.1", headers: [])
  }

  private static func header(
    _ line: ArraySlice<UInt8>
  ) throws(HTTPError) -> HTTPRequestHead.Header {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw malformed }
    var value = line[(colon + 1)...].drop(while: isBlank)
    while let last = value.last, isBlank(last) { value.removeLast() }
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw malformed }
    return HTTPRequestHead.Header(name: text(line[..<colon]).lowercased(), value: text(value))
  }

  private static var malformed: HTTPError { HTTPError(400, "this is not an HTTP request") }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether names of methods and headers may contain a byte.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
