import ButtonModel
import Testing

@Suite struct EffectTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let claim: String
    let effects: [String]
    let color: String
    let gives: String
    var testDescription: String { claim }
  }

  @Test(arguments: try Table.rows("effects", as: Row.self))
  func effectsReckonInDoublesAndRoundOnce(_ row: Row) throws {
    var color = try #require(Color(row.color)).components(for: Traits())
    for text in row.effects {
      let effect = try #require(Effect(text))
      color = effect.applied(to: color) { $0.components(for: Traits()) }
    }
    #expect(Color.hex(color.rgba) == row.gives)
  }

  @Test func constantIsTheOtherColorOfItsDisplay() {
    let dark = Traits(userInterfaceStyle: .dark)
    let color = Effect.constant(.named(.systemRed)).applied(to: .clear) {
      $0.components(for: dark)
    }
    #expect(color.rgba == 0xFF45_3AFF)
  }

  @Test(
    arguments: [(-1, 0), (2, 0xFF), (.nan, 0), (.infinity, 0xFF)] as [(Double, UInt32)])
  func whatIsOutOfRangeGoesToTheNearerEnd(_ alpha: Double, _ byte: UInt32) {
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
