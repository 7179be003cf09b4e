import ButtonModel
import Testing

@Suite struct TextStyleTests {
  @Test(
    arguments: [
      (.largeTitle, 34, 41), (.title, 28, 34), (.title2, 22, 28), (.title3, 20, 25),
      (.headline, 17, 22), (.body, 17, 22), (.callout, 16, 21), (.subheadline, 15, 20),
      (.footnote, 13, 18), (.caption, 12, 16), (.caption2, 11, 13),
    ] as [(TextStyle, Double, Double)])
  func eachStyleHasItsSizeAndLineHeight(_ style: TextStyle, _ size: Double, _ height: Double) {
    #expect(style.pointSize == size)
    #expect(style.pointSize(for: .l) == size)
    #expect(style.lineHeight == height)
    #expect(style.weight == (style == .headline ? .semibold : .regular))
  }

  @Test func bodyGrowsAsPublished() {
    let sizes = ContentSize.allCases.map { TextStyle.body.pointSize(for: $0) }
    #expect(sizes == [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53])
  }

  @Test(
    arguments: [
      (.subheadline, .xS, 12), (.subheadline, .xL, 17), (.footnote, .m, 12), (.title, .ax5, 87),
      (.caption2, .s, 10), (.headline, .ax1, 28),
    ] as [(TextStyle, ContentSize, Double)])
  func otherStylesGrowByBodysRatioInWholePoints(
    _ style: TextStyle, _ contentSize: ContentSize, _ points: Double
  ) {
    #expect(style.pointSize(for: contentSize) == points)
  }
}
