import ButtonModel
import Testing

@Suite struct PropertyCheckTests {
  static let refused: [(Property, PropertyValue, PropertyError)] = [
    (.title, .number(1), .wrongKind(.title)),
    (.titlePadding, .text("1"), .wrongKind(.titlePadding)),
    (.titlePadding, .number(-1), .outOfRange(.titlePadding)),
    (.titlePadding, .number(.nan), .outOfRange(.titlePadding)),
    (.titlePadding, .number(.infinity), .outOfRange(.titlePadding)),
    (.opacity, .number(1.1), .outOfRange(.opacity)),
    (.titleFontSize, .number(0), .outOfRange(.titleFontSize)),
    (.buttonSize, .choice(4), .unknownName(.buttonSize)),
    (.buttonSize, .number(1), .wrongKind(.buttonSize)),
    (.titleColorTransformer, .effect(.alpha(2)), .outOfRange(.titleColorTransformer)),
    (.titleColorTransformer, .color(.rgba(0)), .wrongKind(.titleColorTransformer)),
    (
      .attributedTitle, .attributedText(AttributedText(text: "a", fontSize: 0)),
      .outOfRange(.attributedTitle)
    ),
    (
      .attributedTitle, .attributedText(AttributedText(text: "a", fontWeight: 9)),
      .unknownName(.attributedTitle)
    ),
    (.titleRuns, .text("[{}]"), .outOfRange(.titleRuns)),
    (.titleRuns, .number(1), .wrongKind(.titleRuns)),
  ]

  @Test func valuesThatAPropertyDoesNotTakeAreRefusedWithTheReason() {
    for (property, value, error) in PropertyCheckTests.refused {
      #expect(throws: error) { try property.check(value) }
    }
  }

  @Test func rangesIncludeTheirEnds() {
    for row in PropertyRegistry.rows {
      guard case .number(let range) = row.kind else { continue }
      #expect(throws: Never.self) { try row.property.check(.number(range.lowerBound)) }
      #expect(throws: Never.self) { try row.property.check(.number(range.upperBound)) }
    }
  }

  /// What programs divide may overtake; what is no number is a mistake all the same.
  @Test(
    arguments: [
      (.int(0), 0), (.int(1), 1), (.int(-7), 0), (.int(.max), 1), (.double(0.25), 0.25),
      (.double(-0.001), 0), (.double(1.001), 1), (.double(-.infinity), 0), (.double(.infinity), 1),
    ] as [(StateValue, Double)])
  func aProgressOutOfRangeCountsAsTheNearestInside(
    _ value: StateValue, _ progress: Double
  ) throws {
    #expect(try Property.progress.value(of: value) == .number(progress))
    // Other properties refuse what is out of their range.
    if value == .int(-7) {
      #expect(throws: PropertyError.outOfRange(.opacity)) { try Property.opacity.value(of: value) }
    }
  }

  @Test func whatIsNoNumberIsNoProgress() {
    #expect(throws: PropertyError.outOfRange(.progress)) {
      try Property.progress.value(of: .double(.nan))
    }
    for value in [StateValue.string("0.5"), .bool(true), .json("[0.5]"), .null] {
      #expect(throws: PropertyError.wrongKind(.progress)) { try Property.progress.value(of: value) }
    }
  }

  @Test func onlyProgressClamps() {
    #expect(PropertyRegistry.rows.filter(\.clamps).map(\.property) == [.progress])
  }

  @Test func defaultsAreValuesThatThePropertyTakes() {
    for row in PropertyRegistry.rows {
      guard let value = row.fallback else { continue }
      #expect(throws: Never.self) { try row.property.check(value) }
    }
  }

  @Test func textIsReadAsThePropertysKindAsksFor() throws {
    #expect(try Property.title.value("cornerStyle") == .text("cornerStyle"))
    #expect(try Property.cornerStyle.value("capsule") == .choice(5))
    #expect(try Property.strokeColor.value("#F00") == .color(.rgba(0xFF00_00FF)))
    #expect(try Property.titleColorTransformer.value("darker(0.25)") == .effect(.darker(0.25)))
    #expect(throws: PropertyError.unknownName(.cornerStyle)) {
      try Property.cornerStyle.value("round")
    }
    #expect(throws: PropertyError.unknownName(.strokeColor)) {
      try Property.strokeColor.value("reddish")
    }
    #expect(throws: PropertyError.wrongKind(.titlePadding)) {
      try Property.titlePadding.value("1")
    }
  }

  @Test func theMessageSaysWhatThePropertyTakes() {
    #expect(PropertyError.outOfRange(.opacity).description == "opacity takes a number from 0 to 1")
    #expect(
      PropertyError.unknownName(.buttonSize).description
        == "buttonSize takes one of mini, small, medium, large")
  }
}
