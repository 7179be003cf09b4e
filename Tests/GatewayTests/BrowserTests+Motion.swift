import Glibc
import TestSupport
import Testing

/// How looks move.
extension GatewayTests.BrowserTests {
  @Test func aLookAnimatesAsItsTransactionSays() throws {
    // Slowly, so that a browser that is busy draws something of the way as well.
    let rig = try Rig { try $0.slowDown(by: 10) }
    let frame = try rig.page.frame(of: "gift")
    try rig.point(at: "gift")
    try rig.recordOpacities(of: "gift")
    try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try rig.page.wait(for: "find('gift').appearance.isHighlighted && !find('gift').isMoving")
    try rig.page.wait(for: "inside('gift', '.face').style.opacity === '0.5'")
    let drawn = try rig.page.value("drawn.map((n) => n > 0.5 && n < 1)").elements
    #expect(drawn.contains(.bool(true)), "it jumped")
    #expect(
      try rig.page.value("inside('gift', '.face').style.transform").string == "scale(0.98)")
    try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    try rig.page.wait(
      for: "!find('gift').isMoving && inside('gift', '.face').style.opacity === ''")
    #expect(try rig.isClean())
  }

  @Test func reducedMotionDisablesAnimations() throws {
    let rig = try Rig { try $0.prefer("prefers-reduced-motion", "reduce") }
    let frame = try rig.page.frame(of: "gift")
    try rig.recordOpacities(of: "gift")
    try rig.page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try rig.page.wait(for: "inside('gift', '.face').style.opacity === '0.5'")
    #expect(try rig.page.value("find('gift').isMoving") == .bool(false))
    #expect(
      try rig.page.value("drawn.every((n) => n === 0.5 || n === 1)") == .bool(true))
    try rig.page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
  }

  @Test func springsAndCurvesFollowTheirFormulas() throws {
    let rig = try Rig()
    let cases: [(response: Double, damping: Double)] = [
      (0.55, 1), (0.5, 0.825), (0.8, 0.1), (0.4, 1.6), (0.15, 0.86),
    ]
    for (response, damping) in cases {
      for seconds in [0.01, 0.05, 0.1, 0.25, 0.5, 1] {
        let found = try number(
          rig,
          "progress({ curve: 'spring', response: \(response), dampingFraction: \(damping) }, \(seconds))"
        )
        #expect(
          abs(found - spring(response, damping, seconds)) < 1e-6,
          "\(response), \(damping) at \(seconds)")
      }
    }
    for (curve, half) in [
      ("linear", 0.5), ("easeInOut", 0.5), ("easeIn", 0.3153568), ("easeOut", 0.6846432),
    ] {
      let found = try number(rig, "progress({ curve: '\(curve)', durationMs: 200 }, 0.1)")
      #expect(abs(found - half) < 1e-5, "\(curve): \(found)")
    }
  }

  private func number(_ rig: Rig, _ expression: String) throws -> Double {
    let text = try rig.page.value(
      "import('/live-button.js').then(({ progress }) => String(\(expression)))")
    return Double(text.string ?? "") ?? .nan
  }

  /// The course of a spring by the documented formulas, stiffness and damping written out.
  private func spring(_ response: Double, _ damping: Double, _ seconds: Double) -> Double {
    let omega = 2 * Double.pi / response
    let decay = damping * omega
    if damping == 1 { return 1 - (1 + omega * seconds) * exp(-omega * seconds) }
    if damping < 1 {
      let swing = omega * (1 - damping * damping).squareRoot()
      let motion = cos(swing * seconds) + decay / swing * sin(swing * seconds)
      return 1 - exp(-decay * seconds) * motion
    }
    let root = omega * (damping * damping - 1).squareRoot()
    let (slow, fast) = (decay - root, decay + root)
    return 1 - (fast * exp(-slow * seconds) - slow * exp(-fast * seconds)) / (2 * root)
  }
}
