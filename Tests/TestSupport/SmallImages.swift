/// Small pictures, in Base64.
package enum SmallImages {
  /// Two by two pixels, all of them #3366CC.
  package static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGMwTjsDRAwQCgAktgWVJrpF5QAAAABJRU5ErkJggg=="
  /// The left half of a square, in black.
  package static let svg = Base64Text.of(
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v2H0z"/></svg>"#)
}

/// Base64 that is made by other means than the code under test.
package enum Base64Text {
  /// The bytes of a text.
  package static func of(_ svg: String) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    let bytes = Array(svg.utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let some = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for index in 0..<3 { bits = bits << 8 | (index < some.count ? Int(some[start + index]) : 0) }
      for index in 0..<4 {
        text += index <= some.count ? String(letters[bits >> (18 - 6 * index) & 63]) : "="
      }
    }
    return text
  }
}
