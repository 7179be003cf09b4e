package import ButtonModel

/// What buttons are drawn on.
package protocol Canvas {
  /// How wide texts are in its fonts.
  var metrics: any TextMetrics { get }
  /// Begins what is moved, scaled and faded as one.
  mutating func begin(_ group: DrawnGroup)
  /// Ends it.
  mutating func end(_ group: DrawnGroup)
  /// Draws shapes, none of which is outside of a frame.
  mutating func draw(in frame: Frame, _ shapes: (inout SVGWriter) -> Void)
  /// Draws an image.
  mutating func draw(_ image: DrawnImage)
  /// Draws a line of text.
  mutating func draw(_ line: DrawnLine)
}

/// A rectangle in points, from its top left.
package struct Frame: Hashable, Sendable {
  package var x = 0.0
  package var y = 0.0
  package var width = 0.0
  package var height = 0.0

  package init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The frame with as much more on each side.
  package func grown(by margin: Double) -> Frame {
    Frame(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// A part of a drawing that is moved, scaled and faded as one.
package struct DrawnGroup: Hashable, Sendable {
  /// Where its top left corner is, and how large it is.
  package var frame: Frame
  /// Around its middle.
  package var scale: Double
  package var opacity: Double
  /// No part of it is farther outside of its frame.
  package var reach: Double
  /// What a screen reader says of it.
  package var label: String
}

/// A line of text in its place.
package struct DrawnLine: Hashable, Sendable {
  /// Which part of a line its x is.
  package enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  /// A part of a line, and the run of the title that it comes from.
  package struct Piece: Hashable, Sendable {
    package var text: String
    package var run: Appearance.TitleRun
  }

  package var text: String
  package var font: TextFont
  /// 0xRRGGBBAA.
  package var color: UInt32
  package var x: Double
  package var baseline: Double
  package var anchor = Anchor.start
  package var width: Double
  package var isUnderlined = false
  package var isStruck = false
  /// The parts of a title with runs, which replace the line's colour and weight; none for other lines.
  package var pieces: [Piece] = []

  /// Where its left end is.
  package var start: Double {
    switch anchor {
    case .start: x
    case .middle: x - width / 2
    case .end: x - width
    }
  }

  /// The lines under and through it.
  package var rules: [Frame] {
    let offsets = (isUnderlined ? [font.size * 0.12] : []) + (isStruck ? [-font.size * 0.28] : [])
    return offsets.map {
      Frame(x: start, y: baseline + $0, width: width, height: max(1, font.size / 15))
    }
  }
}
