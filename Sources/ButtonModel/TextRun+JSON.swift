extension TextRun {
  /// What the value must be, in words.
  package static let expectation =
    "an array of at most \(maximumCount) runs, such as "
    + #"[{"text": "Only "}, {"text": "3", "color": "systemRed", "fontWeight": "bold"}]"#

  /// Parses an array of objects with `text` and optionally `color`, `fontWeight`, `italic`,
  /// `underline`, `strikethrough` and `link`.
  package static func runs(json: UnsafeRawBufferPointer) throws(TextRunError) -> [TextRun] {
    var reader = TextRunReader(json)
    return try reader.runs()
  }

  package static func runs(_ json: UTF8String) throws(TextRunError) -> [TextRun] {
    try json.bytes.withUnsafeBytes { bytes in
      Result { () throws(TextRunError) in try runs(json: bytes) }
    }.get()
  }

  package static func areValid(_ json: UnsafeRawBufferPointer) -> Bool {
    (try? runs(json: json)) != nil
  }
}

/// Parses runs from JSON text; refuses everything else.
private struct TextRunReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  // Only messages turn this into words: a line may have many thousands of runs.
  private var index: Int?
  private var members: [String] = []

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func runs() throws(TextRunError) -> [TextRun] {
    var runs: [TextRun] = []
    guard take("[") else { throw error("must be \(TextRun.expectation)") }
    var size = 0
    if !take("]") {
      repeat {
        index = runs.count
        guard runs.count < TextRun.maximumCount else {
          index = nil
          throw error("has more than \(TextRun.maximumCount) runs; join some of them")
        }
        runs.append(try run())
        size += runs.last?.text.bytes.count ?? 0
      } while take(",")
      index = nil
      guard take("]") else { throw error("must be JSON: there is no ] after a run") }
    }
    guard peek() == nil else { throw error("must be JSON: more follows the array") }
    guard size <= TextRun.maximumTextBytes else {
      throw error("has \(size) bytes of text, more than \(TextRun.maximumTextBytes); shorten it")
    }
    return runs
  }

  private mutating func run() throws(TextRunError) -> TextRun {
    var run = TextRun(text: "")
    var hasText = false
    guard peek() == UInt8(ascii: "{") else {
      throw error(#"must be an object such as {"text": "…", "underline": true}"#)
    }
    try readMembers { (reader, name) throws(TextRunError) in
      switch name {
      case "text":
        run.text = try reader.text(
          #"a text; to follow a key of state bind titleRuns with {"cel": …}"#)
        hasText = true
      case "color": run.color = try reader.unlessNull { (r) throws(TextRunError) in try r.color() }
      case "fontWeight":
        run.fontWeight = try reader.unlessNull { (r) throws(TextRunError) in try r.weight() }
      case "italic": run.italic = try reader.flag()
      case "underline": run.underline = try reader.flag()
      case "strikethrough": run.strikethrough = try reader.flag()
      case "link": run.link = try reader.unlessNull { (r) throws(TextRunError) in try r.link() }
      default: throw reader.unknown(name, among: TextRunReader.names)
      }
    }
    guard hasText else { throw error("text is missing", at: ".text") }
    return run
  }

  private static let names = [
    "text", "color", "fontWeight", "italic", "underline", "strikethrough", "link",
  ]

  // MARK: Values

  private mutating func color() throws(TextRunError) -> Color {
    let expected = "a colour: #RGB, #RRGGBB, #RRGGBBAA, a name, or {\"light\": …}"
    guard peek() == UInt8(ascii: "{") else { return try color(expected) }
    var found: [String: Color] = [:]
    let names = ["light", "dark", "highContrastLight", "highContrastDark"]
    try readMembers { (reader, name) throws(TextRunError) in
      guard names.contains(name) else { throw reader.unknown(name, among: names) }
      found[name] = try reader.unlessNull { (r) throws(TextRunError) in try r.color("a colour") }
    }
    guard let light = found["light"] else { throw error("light is missing", at: ".light") }
    let color = DynamicColor(
      light: light, dark: found["dark"], highContrastLight: found["highContrastLight"],
      highContrastDark: found["highContrastDark"])
    guard let color else { throw error("must be colours that do not depend on the display") }
    return .dynamic(color)
  }

  private mutating func color(_ expected: String) throws(TextRunError) -> Color {
    let text = try text(expected)
    let color = text.bytes.withUnsafeBytes { Color(text: $0) }
    guard let color else {
      let advice =
        text.bytes.first == UInt8(ascii: "#")
        ? "" : NearestName.advice(text.string, among: NamedColor.allCases.map(\.name))
      throw error(
        "'\(Excerpt(text.string))' is not a colour: write #RGB, #RRGGBB, #RRGGBBAA or a name"
          + advice)
    }
    return color
  }

  private mutating func weight() throws(TextRunError) -> FontWeight {
    var names: [String] { FontWeight.names.map(\.string) }
    let name = try text("one of \(names.joined(separator: ", "))").string
    guard let weight = FontWeight(name: name) else {
      throw error(
        "'\(Excerpt(name))' is not one of \(names.joined(separator: ", "))"
          + NearestName.advice(name, among: names))
    }
    return weight
  }

  private mutating func link() throws(TextRunError) -> UTF8String {
    let link = try text("an address")
    guard TextRun.isSafe(link: link.bytes) else {
      throw error(
        "must begin with https://, http:// or mailto: and have at most \(TextRun.maximumLinkBytes) "
          + "bytes of printable ASCII; write other characters as %XX")
    }
    return link
  }

  private mutating func flag() throws(TextRunError) -> Bool {
    if takeWord("true") { return true }
    if takeWord("false") || takeWord("null") { return false }
    throw error("must be true or false")
  }

  private mutating func unlessNull<Value>(
    _ read: (inout TextRunReader) throws(TextRunError) -> Value
  ) throws(TextRunError) -> Value? {
    takeWord("null") ? nil : try read(&self)
  }

  private mutating func text(
    _ expected: @autoclosure () -> String
  ) throws(TextRunError) -> UTF8String {
    guard peek() == UInt8(ascii: "\"") else { throw error("must be \(expected())") }
    return UTF8String(bytes: try string())
  }

  // MARK: JSON

  /// `place` is at the opening brace.
  private mutating func readMembers(
    _ read: (inout TextRunReader, String) throws(TextRunError) -> Void
  ) throws(TextRunError) {
    place += 1
    if take("}") { return }
    repeat {
      guard peek() == UInt8(ascii: "\"") else { throw error("must be JSON: a name is missing") }
      let name = UTF8String(bytes: try string()).string
      guard take(":") else { throw error("must be JSON: there is no : after a name") }
      members.append(name)
      try read(&self, name)
      members.removeLast()
    } while take(",")
    guard take("}") else { throw error("must be JSON: there is no } after a member") }
  }

  /// `place` is at the opening quote.
  private mutating func string() throws(TextRunError) -> [UInt8] {
    place += 1
    var start = place
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[start..<place - 1]
        return text
      case UInt8(ascii: "\\"):
        text += bytes[start..<place - 1]
        text += try escape()
        start = place
      case 0..<0x20: throw error("must be JSON: a control character is not escaped")
      default: continue
      }
    }
    throw error("must be JSON: a string has no end")
  }

  private mutating func escape() throws(TextRunError) -> [UInt8] {
    guard place < bytes.count else { throw error("must be JSON: a string has no end") }
    let kind = bytes[place]
    place += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [kind]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    default: break
    }
    guard kind == UInt8(ascii: "u"), let first = unit() else {
      throw error("must be JSON: an escape is wrong")
    }
    if let scalar = Unicode.Scalar(first) { return Array(String(scalar).utf8) }
    guard first < 0xDC00, takeBytes("\\u"), let second = unit(), (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("must be JSON: an escape is half a character") }
    return Array(String(scalar).utf8)
  }

  private mutating func unit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    place += 4
    return unit
  }

  /// Skips white space; nil at the end.
  private mutating func peek() -> UInt8? {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      case let byte: return byte
      }
    }
    return nil
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let next = peek(), UInt32(next) == sign.value else { return false }
    place += 1
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool {
    _ = peek()
    return takeBytes(word)
  }

  private mutating func takeBytes(_ text: String) -> Bool {
    guard bytes.dropFirst(place).starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  // MARK: Errors

  private func error(_ message: String, at member: String = "") -> TextRunError {
    let path = members.reduce(index.map { "[\($0)]" } ?? "") { "\($0).\(Excerpt($1))" }
    return TextRunError(path: path + member, message: message)
  }

  private func unknown(_ name: String, among names: [String]) -> TextRunError {
    let advice =
      name == "foregroundColor"
      ? "; did you mean 'color'?" : NearestName.advice(name, among: names)
    return error("is not known; there are \(names.joined(separator: ", "))\(advice)")
  }
}
