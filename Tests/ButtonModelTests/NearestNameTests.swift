import ButtonModel
import Testing

@Suite struct NearestNameTests {
  @Test(
    arguments: [
      ("plian", "plain"), ("Plain", "plain"), ("grey", "gray"), ("filed", "filled"),
      ("tint", "tinted"), ("fill", "filled"), ("tnted", "tinted"), ("pl", nil),
      ("borderedTined", "borderedTinted"),
      ("borderedProminant", "borderedProminent"), ("p", nil), ("", nil), ("glas", "glass"),
      ("outline", nil), ("plainplain", nil),
    ] as [(String, String?)])
  func onlyANameThatIsNearIsSuggested(_ written: String, _ nearest: String?) {
    let names = SystemStyle.allCases.map(\.rawValue)
    #expect(NearestName.find(written, among: names) == nearest)
    #expect(
      NearestName.advice(written, among: names)
        == (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }

  @Test func aNameThatBeginsLikeItIsSuggestedUnlessAnotherIsNearer() {
    #expect(
      NearestName.find("user", among: ["userInterfaceStyle", "used"]) == "userInterfaceStyle")
    #expect(NearestName.find("used", among: ["usedByOthers", "uses"]) == "usedByOthers")
    #expect(
      NearestName.find("background", among: ["backgroundColor", "backgrounds"]) == "backgrounds")
  }

  @Test(
    arguments: [
      ("red", "systemRed"), ("Grey", "systemGray"), ("gray", "systemGray"),
      ("transparent", "clear"),
      ("none", "clear"), ("violet", "systemPurple"), ("systmRed", "systemRed"), ("salmon", nil),
    ] as [(String, String?)])
  func theColoursOfStyleSheetsSuggestOursOfThatKind(_ written: String, _ nearest: String?) {
    #expect(NearestName.find(written, among: NamedColor.allCases.map(\.name)) == nearest)
  }

  @Test func sidesSuggestDirections() {
    let names = ["top", "leading", "trailing"]
    #expect(NearestName.find("left", among: names) == "leading")
    #expect(NearestName.find("right", among: names) == "trailing")
    #expect(NearestName.find("left", among: ["lift"]) == "lift")
  }

  @Test func ofTwoTheNearerIsSuggestedAndOfEqualOnesTheFirst() {
    #expect(NearestName.find("sizee", among: ["sizes", "size"]) == "sizes")
    #expect(NearestName.find("checkot", among: ["checked", "checkout"]) == "checkout")
    #expect(NearestName.find("anything", among: []) == nil)
  }

  @Test func aNameThatIsTooLongToBeOneIsNearNone() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(NearestName.find(long, among: [String(repeating: "a", count: 128)]) == nil)
  }
}
