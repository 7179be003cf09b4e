import ButtonModel

/// How wide texts are.
package protocol TextMetrics {
  /// The width of a line in points.
  func width(_ line: String, _ font: TextFont) -> Double
}

extension TextMetrics {
  /// The distance between the lines of a text in points.
  func lineHeight(_ size: Double) -> Double { (size * 1.29).rounded() }

  /// Breaks a text into at most `limit` lines of a width, as its look says.
  func broken(
    _ text: String, _ font: TextFont, mode: ButtonConfiguration.LineBreakMode, width: Double,
    lines limit: Int
  ) -> BrokenText {
    let line = SVGText.line(text, atMost: 400)
    func fits(_ text: String) -> Bool { self.width(text, font) <= width }
    if fits(line) { return BrokenText(lines: [line]) }
    switch mode {
    case .byClipping: return BrokenText(lines: [clipped(line, fits)], isWhole: false)
    case .byTruncatingHead:
      let tail = String(clipped(String(line.reversed()), fits).reversed())
      return BrokenText(lines: ["…" + tail], isWhole: false)
    case .byTruncatingTail:
      return BrokenText(lines: [clipped(line, fits) + "…"], isWhole: false)
    case .byTruncatingMiddle:
      func half(_ text: String) -> String { clipped(text) { self.width($0, font) <= width / 2 } }
      let tail = String(half(String(line.reversed())).reversed())
      return BrokenText(lines: [half(line) + "…" + tail], isWhole: false)
    case .byCharWrapping:
      let parts = line.map { BrokenText.Part(text: String($0), follows: "") }
      return wrapped(parts, limit, fits)
    case .byWordWrapping: return wrapped(BrokenText.words(of: line), limit, fits)
    }
  }

  /// As much of a line's beginning as fits.
  private func clipped(_ line: String, _ fits: (String) -> Bool) -> String {
    var line = line
    while !line.isEmpty, !fits(line) { line.removeLast() }
    return line
  }

  private func wrapped(
    _ parts: [BrokenText.Part], _ limit: Int, _ fits: (String) -> Bool
  ) -> BrokenText {
    var broken = BrokenText(lines: [])
    var line = ""
    for part in parts {
      let longer = line.isEmpty ? part.text : line + part.follows + part.text
      if fits(longer) {
        line = longer
        continue
      }
      if !line.isEmpty { broken.lines.append(line) }
      line = part.text
      // A word that is wider than a line is broken anywhere.
      while !fits(line), broken.lines.count < limit {
        broken.isWhole = false
        let head = clipped(line, fits)
        guard !head.isEmpty else { break }
        broken.lines.append(head)
        line = String(line.dropFirst(head.count))
      }
      if broken.lines.count >= limit { break }
    }
    if broken.lines.count < limit, !line.isEmpty {
      broken.lines.append(line)
      return broken
    }
    broken.isWhole = false
    guard broken.lines.count >= limit else { return broken }
    var last = broken.lines[limit - 1]
    while !last.isEmpty, !fits(last + "…") { last.removeLast() }
    broken.lines[limit - 1] = last + "…"
    return broken
  }
}

/// The lines of a text.
struct BrokenText: Hashable {
  var lines: [String]
  /// Whether all of the text is there, with no word broken.
  var isWhole = true

  /// What stays in one line.
  struct Part: Hashable {
    var text: String
    /// What stands before it, unless it begins a line.
    var follows: String
  }

  /// The words of a line; in scripts without spaces nearly every character may begin a line.
  static func words(of line: String) -> [Part] {
    var parts: [Part] = []
    for word in line.split(separator: " ") {
      var last: UInt32?
      for character in word {
        let scalar = character.unicodeScalars.first?.value ?? 0
        if last.map({ mayBreak($0, scalar) }) ?? true {
          parts.append(Part(text: "", follows: last == nil ? " " : ""))
        }
        parts[parts.count - 1].text.append(character)
        last = scalar
      }
    }
    return parts
  }

  /// Whether a line may end between two characters that no space separates.
  private static func mayBreak(_ first: UInt32, _ second: UInt32) -> Bool {
    (WideScript.contains(first) || WideScript.contains(second))
      && !WideScript.opens(first) && !WideScript.closes(second)
  }
}
