import ButtonProtocol

extension YAMLParser {
  /// What people mostly have done where libyaml has this complaint, to be appended to it; or an empty text.
  static func advice(
    on problem: String, at place: TextPlace, from start: TextPlace?, in text: UnsafeRawBufferPointer
  ) -> String {
    var scan = CommentScan(text)
    let line = scan.bytes(ofLine: Int(place.line))
    if line.prefix(while: { $0 == 0x20 || $0 == 0x09 }).contains(0x09) {
      return "; indent line \(place.line) with spaces, not with a tab"
    }
    if problem.hasPrefix("mapping values") {
      let before = scan.bytes(ofLine: Int(place.line) - 1)
      if contains(line.prefix(Int(place.column) - 1), ": ") {
        return "; put quotes around a text that has a colon in it"
      }
      if !before.isEmpty, !before.contains(UInt8(ascii: ":")) {
        return "; line \(place.line - 1) has no colon"
      }
      return "; is line \(place.line) indented as the one above?"
    }
    guard let start else { return "" }
    // What is not closed in the last line is missed behind it.
    let isBehind = start.line > 1 && scan.bytes(ofLine: Int(start.line)).isEmpty
    let first = isBehind ? TextPlace(line: Int(start.line) - 1, column: 1) : start
    return scan.line(from: first, through: place).map {
      "; # begins a comment in line \($0): quote the colour"
    } ?? ""
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ pair: StaticString) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == pair.utf8Start[0] && $1 == pair.utf8Start[1] }
  }
}
