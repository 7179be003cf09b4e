import JSONRPC

/// Reads i3bar's clicks: an endless array of objects, one a line.
struct BarClicks {
  /// More than any bar writes on a line.
  private static let longestLine = 64 << 10

  private var line: [UInt8] = []
  private var isTooLong = false

  /// A click on a button, or a turn of the mouse's wheel over it.
  struct Click: Hashable {
    let id: String
    /// The entry of the button's menu that it chooses; nil for the button itself.
    let item: String?
  }

  /// What the other buttons of a mouse, and its wheel, choose, by their X11 numbers.
  private static let items: [Int64: String] = [2: "middle", 3: "right", 4: "up", 5: "down"]

  mutating func clicks(in bytes: some Sequence<UInt8>) -> [Click] {
    var clicks: [Click] = []
    for byte in bytes {
      guard byte == 0x0A else {
        if line.count < Self.longestLine { line.append(byte) } else { isTooLong = true }
        continue
      }
      if !isTooLong, let click = Self.click(in: line) { clicks.append(click) }
      line = []
      isTooLong = false
    }
    return clicks
  }

  private static func click(in line: [UInt8]) -> Click? {
    // The array's bracket and commas stand on the lines of its elements.
    let filling = Set("[, \t\r".utf8)
    var text = line.drop { filling.contains($0) }
    while let last = text.last, filling.contains(last) { text = text.dropLast() }
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    guard let click = try? parser.parse(String(decoding: text, as: UTF8.self)),
      click.member("name")?.string == "buttond", let id = click.member("instance")?.string,
      let button = click.member("button")?.int, button == 1 || items[button] != nil
    else { return nil }
    return Click(id: id, item: items[button])
  }
}
