import ButtonModel
import Testing

@Suite struct EffectTests {
  private func apply(_ effect: Effect, to rgba: UInt32) -> UInt32 {
    effect.applied(to: ResolvedColor(rgba: rgba)) { $0.components(for: Traits()) }.rgba
  }

  @Test func alphaReplacesAndOpacityMultiplies() {
    #expect(apply(.alpha(0.5), to: 0x007A_FF80) == 0x007A_FF80)
    #expect(apply(.alpha(0.3), to: 0x007A_FF80) == 0x007A_FF4D)
    #expect(apply(.opacity(0.5), to: 0x007A_FF80) == 0x007A_FF40)
    #expect(apply(.opacity(0.3), to: 0x007A_FFFF) == 0x007A_FF4D)
  }

  @Test func darkerMultipliesTheChannelsAndLeavesAlpha() {
    #expect(apply(.darker(0.25), to: 0x007A_FFFF) == 0x005C_BFFF)
    #expect(apply(.darker(1), to: 0x1234_5680) == 0x0000_0080)
    #expect(apply(.darker(0), to: 0x1234_5680) == 0x1234_5680)
  }

  @Test func grayscaleKeepsWhiteBlackAndAlpha() {
    #expect(apply(.grayscale, to: 0xFFFF_FF80) == 0xFFFF_FF80)
    #expect(apply(.grayscale, to: 0x0000_00FF) == 0x0000_00FF)
    #expect(apply(.grayscale, to: 0xFF00_00FF) == 0x3636_36FF)
  }

  @Test func constantIsTheOtherColor() {
    #expect(apply(.constant(.named(.systemRed)), to: 0) == 0xFF3B_30FF)
  }

  @Test func aChainOfEffectsIsRoundedOnce() {
    let blue = NamedColor.systemBlue.members.light
    // 0.6 × 0.2 is 0.12, 30.6 of 255; rounding in between gives 31 either way, .3 × .5 does not.
    #expect(blue.opacity(0.6).opacity(0.2).rgba == 0x007A_FF1F)
    #expect(blue.opacity(0.3).opacity(0.5).rgba == 0x007A_FF26)
    #expect(ResolvedColor(rgba: blue.opacity(0.3).rgba).opacity(0.5).rgba == 0x007A_FF27)
  }

  @Test(
    arguments: [
      (0.0, 0), (0.1, 0x1A), (0.3, 0x4D), (0.5, 0x80), (0.7, 0xB3), (0.9, 0xE6), (1.0, 0xFF),
      (0.12, 0x1F), (0.18, 0x2E), (0.25, 0x40), (0.75, 0xBF), (-1, 0), (2, 0xFF), (.nan, 0),
    ] as [(Double, UInt32)])
  func alphaIsRoundedHalfUpAndClamped(_ alpha: Double, _ byte: UInt32) {
    #expect(ResolvedColor(rgb: 0, alpha: alpha).rgba == byte)
  }

  @Test func everyByteSurvivesTheWayThroughDoubles() {
    for byte in 0...255 as ClosedRange<UInt32> {
      let rgba = byte << 24 | (255 - byte) << 16 | byte << 8 | byte
      #expect(ResolvedColor(rgba: rgba).rgba == rgba)
    }
  }

  @Test(
    arguments: [
      ("grayscale", .grayscale), ("alpha(0.3)", .alpha(0.3)), ("opacity(.5)", .opacity(0.5)),
      ("darker(0.25)", .darker(0.25)), ("alpha(1)", .alpha(1)), ("alpha(0)", .alpha(0)),
      ("constant(#FF0000)", .constant(.rgba(0xFF00_00FF))),
      ("constant(systemRed)", .constant(.named(.systemRed))),
    ] as [(String, Effect)])
  func effectsAreReadFromText(_ text: String, _ effect: Effect) {
    #expect(Effect(text) == effect)
  }

  @Test(arguments: [
    "", "gray", "grayscale()", "alpha", "alpha()", "alpha(x)", "alpha(1.1)", "alpha(-0.1)",
    "alpha(nan)", "darker(0.25", "darker 0.25", "constant()", "constant(nothing)", "(0.5)",
    "lighter(0.5)",
  ])
  func whatIsNoEffectIsRefused(_ text: String) {
    #expect(Effect(text) == nil)
  }
}
