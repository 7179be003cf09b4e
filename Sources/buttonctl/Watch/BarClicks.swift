import JSONRPC

/// Reads what i3bar tells of clicks: an endless array of objects, one a line.
struct BarClicks {
  /// More than any bar writes on a line.
  private static let longestLine = 64 << 10

  private var line: [UInt8] = []
  private var isTooLong = false

  /// The buttons that these bytes say were clicked with the first mouse button.
  mutating func ids(in bytes: some Sequence<UInt8>) -> [String] {
    var ids: [String] = []
    for byte in bytes {
      guard byte == 0x0A else {
        if line.count < Self.longestLine { line.append(byte) } else { isTooLong = true }
        continue
      }
      if !isTooLong, let id = Self.id(in: line) { ids.append(id) }
      line = []
      isTooLong = false
    }
    return ids
  }

  private static func id(in line: [UInt8]) -> String? {
    // The array's bracket and commas stand on the lines of its elements.
    let filling = Set("[, \t\r".utf8)
    var text = line.drop { filling.contains($0) }
    while let last = text.last, filling.contains(last) { text = text.dropLast() }
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    guard let click = try? parser.parse(String(decoding: text, as: UTF8.self)),
      click.member("name")?.string == "buttond", click.member("button")?.int == 1
    else { return nil }
    return click.member("instance")?.string
  }
}
