import ButtonModel
import Testing

@Suite struct AppearanceTests {
  @Test func theMembersStandInTheOrderOfTheKeys() {
    let members = Mirror(reflecting: Appearance()).children.compactMap(\.label)
    #expect(members == AppearanceKey.allCases.map(\.name))
  }

  @Test func everyKeyIsFoundByItsName() {
    for key in AppearanceKey.allCases {
      #expect(AppearanceTests.key(named: key.name) == key)
    }
    #expect(AppearanceTests.key(named: "titleColour") == nil)
  }

  private static func key(named name: String) -> AppearanceKey? {
    Array(name.utf8).withUnsafeBytes { AppearanceKey(name: $0) }
  }

  @Test(
    arguments: [
      (5.95, 5.95), (0.0004, 0), (0.0005, 0.001), (-0.0005, -0.001), (-0.0004, 0),
      (1.23456, 1.235), (-0.0, 0), (1e9 + 0.25, 1e9 + 0.25), (.nan, 0), (.infinity, 0),
    ] as [(Double, Double)])
  func lengthsAreRoundedToAThousandth(_ length: Double, _ rounded: Double) {
    #expect(Appearance.rounded(length) == rounded)
    #expect(Appearance.rounded(length).sign == (rounded < 0 ? .minus : .plus))
  }

  @Test(
    arguments: [
      (nil, nil), (0, "0%"), (0.004, "0%"), (0.426, "43%"), (0.994, "99%"), (1, "100%"),
      (-1, "0%"), (7, "100%"), (.nan, "0%"), (.infinity, "100%"),
    ] as [(Double?, String?)])
  func progressInWordsIsInWholePerCent(_ progress: Double?, _ words: String?) {
    var look = Appearance()
    look.progress = progress
    #expect(look.percentage == words)
  }
}
