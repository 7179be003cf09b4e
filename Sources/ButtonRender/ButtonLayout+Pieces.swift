import ButtonModel

extension ButtonLayout {
  /// A part of a line, and the run of the title that it comes from.
  struct Piece: Hashable, Sendable {
    var text: String
    var run: Int
  }

  /// The runs of a title's lines; none for a title without runs.
  ///
  /// Lines leave out spaces where they break, and an ellipsis stands for what has no room.
  static func pieces(of lines: [String], _ runs: [Appearance.TitleRun]) -> [[Piece]] {
    let source = runs.enumerated().flatMap { index, run in
      SVGText.line(run.text.string, atMost: 400).map { (character: $0, run: index) }
    }
    guard let last = source.last else { return [] }
    var place = 0
    return lines.map { line in
      var pieces: [Piece] = []
      var left = line.count
      for character in line {
        left -= 1
        let found = source[min(place, source.count)...].firstIndex { $0.character == character }
        if let found {
          place = found
        } else if character == "…", left > 0 {
          place = max(place, source.count - left - 1)
        }
        let run = place < source.count ? source[place].run : last.run
        place += found == nil && character == "…" && left == 0 ? 0 : 1
        if pieces.last?.run == run {
          pieces[pieces.count - 1].text.append(character)
        } else {
          pieces.append(Piece(text: String(character), run: run))
        }
      }
      return pieces
    }
  }

  /// The lines of a title, in their parts.
  static func titleLines(
    _ lines: [String], _ look: Appearance, _ font: TextFont, _ metrics: any TextMetrics
  ) -> [DrawnLine] {
    let pieces = pieces(of: lines, look.titleRuns)
    return lines.enumerated().map { index, text in
      var line = DrawnLine(
        text: text, font: font, color: look.titleColor, x: 0, baseline: 0, width: 0,
        isUnderlined: look.titleUnderline, isStruck: look.titleStrikethrough)
      if pieces.isEmpty {
        line.width = metrics.width(text, font)
        return line
      }
      line.pieces = pieces[index].map {
        DrawnLine.Piece(text: $0.text, run: look.titleRuns[$0.run])
      }
      line.width = line.pieces.reduce(0) { width, piece in
        var font = font
        font.weight = piece.run.fontWeight
        return width + metrics.width(piece.text, font)
      }
      return line
    }
  }

  /// The font by which a title is broken into lines: as heavy as the heaviest of its parts.
  static func measured(_ font: TextFont, _ look: Appearance) -> TextFont {
    var font = font
    font.weight =
      look.titleRuns.map(\.fontWeight).max { $0.rawValue < $1.rawValue } ?? font.weight
    return font
  }
}
