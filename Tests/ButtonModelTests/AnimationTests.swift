import Testing

@testable import ButtonModel

@Suite struct AnimationTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let text: String
    let written: String
    /// Seconds and the share of the change that has been made by then.
    let values: [[Double]]
    var testDescription: String { text }
  }

  @Test(arguments: try Table.rows("animations", as: Row.self))
  func eachAnimationIsReadWrittenAndRuns(_ row: Row) throws {
    let animation = try Animation(row.text)
    #expect(animation.text == row.written)
    #expect(try Animation(animation.text) == animation)
    for pair in row.values {
      let value = animation.value(at: pair[0])
      #expect((value - pair[1]).magnitude < 1e-9, "at \(pair[0]) s: \(value), not \(pair[1])")
    }
  }

  @Test(arguments: Animation.Curve.allCases)
  func aCurveOnlyGrows(_ curve: Animation.Curve) {
    let animation = Animation.curve(curve, duration: 1)
    var last = 0.0
    for step in 0...10_000 {
      let value = animation.value(at: Double(step) / 10_000)
      #expect(value >= last && value <= 1)
      last = value
    }
    #expect(last == 1)
  }

  @Test func aCurveWhoseXStandsStillIsStillSolved() {
    // x has a saddle in the middle: Newton's steps alone would leave the interval.
    let steep = CubicBezier(x1: 1, y1: 0, x2: 0, y2: 1)
    var last = 0.0
    for step in 0...10_000 {
      let value = steep.y(atX: Double(step) / 10_000)
      #expect(value.isFinite && value >= last - 1e-9 && value <= 1)
      last = value
    }
    #expect((steep.y(atX: 0.5) - 0.5).magnitude < 1e-5)
    #expect(steep.y(atX: 0.499) < 0.45)
  }

  @Test func noSpringInRangeEverGivesWhatIsNoNumber() {
    for response in [0, 1e-300, 1e-9, 0.001, 0.5, 600] {
      for dampingFraction in [0, 1e-12, 0.5, 1 - 1e-15, 1, 1 + 1e-15, 2, 100] {
        let animation = Animation.spring(
          response: response, dampingFraction: dampingFraction, blendDuration: 600)
        #expect(animation.isInRange)
        for seconds in [-1, 0, 1e-300, 1e-9, 0.016, 1, 1e6, 1e300, .infinity, .nan] {
          let value = animation.value(at: seconds)
          #expect(value >= 0 && value <= 2, "\(animation) at \(seconds): \(value)")
        }
      }
    }
  }

  @Test func outOfRangeIsWhatNoTextMayMake() {
    #expect(!Animation.linear(duration: -0.1).isInRange)
    #expect(!Animation.linear(duration: .nan).isInRange)
    #expect(!Animation.spring(response: .infinity).isInRange)
    #expect(!Animation.spring(duration: 0.5, bounce: -1).isInRange)
    #expect(Animation.spring(duration: 0.5, bounce: -0.99).isInRange)
  }
}
