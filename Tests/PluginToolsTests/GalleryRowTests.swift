import ButtonModel
import ButtonProtocol
import Testing

@testable import PluginTools

/// The rows of a style in `render` and `plugin dev`.
struct GalleryRowTests {
  private static func labels(_ parameters: [ParameterListing]) -> (labels: [String], left: Int) {
    let entry = StyleListing(
      name: "a/b", title: "", plugin: "org.example.a", parameters: parameters)
    let (rows, left) = GalleryRow.all(of: entry, isHandler: false)
    return (rows.map(\.label), left)
  }

  private static func parameter(
    _ name: String, _ examples: [StateValue], default value: StateValue? = nil
  ) -> ParameterListing {
    ParameterListing(name: name, type: "number", defaultValue: value, examples: examples)
  }

  @Test func everyExampleIsARowBesideTheDefault() {
    let radius = Self.parameter("radius", [.int(0), .int(20)], default: .int(10))
    #expect(Self.labels([radius]).labels == ["a/b", "a/b · radius 0", "a/b · radius 20"])
    #expect(Self.labels([Self.parameter("size", [.int(3)])]).labels == ["a/b", "a/b · size 3"])
    let word = ParameterListing(
      name: "word", type: "string", defaultValue: .string("x"),
      examples: [.string("x"), .string("y")])
    #expect(Self.labels([word]).labels == ["a/b · x", "a/b · y"])
    #expect(Self.labels([Self.parameter("size", [.int(3)], default: .int(3))]).labels == ["a/b"])
  }

  @Test func fewExamplesAreCombinedAndManyAreNot() {
    let two = Self.parameter("b", [.int(1)], default: .int(0))
    let three = Self.parameter("a", [.int(1), .int(2)], default: .int(0))
    #expect(
      Self.labels([three, two]).labels == [
        "a/b", "a/b · b 1", "a/b · a 1", "a/b · a 1 · b 1", "a/b · a 2", "a/b · a 2 · b 1",
      ])
    let many = Self.parameter("c", (1...100).map { .int($0) })
    let all = Self.labels([many, two])
    #expect(all.labels.count == 102 && all.left == 0)
    #expect(all.labels.last == "a/b · c 100")
  }

  @Test func whatHasNoRoomIsCounted() {
    let examples = (1...200).map { StateValue.int($0) }
    let all = Self.labels([Self.parameter("c", examples), Self.parameter("d", examples)])
    #expect(all.labels.count == 257 && all.left == 144)
  }

  @Test func developingShowsNoArgumentsFirstAndNothingTwice() {
    let style = StyleListing(
      name: "a/b", title: "", plugin: "org.example.a",
      parameters: [
        ParameterListing(
          name: "kind", type: "string", defaultValue: .string("x"), values: ["x", "y"]),
        ParameterListing(name: "isOn", type: "bool", defaultValue: .bool(false)),
      ])
    let outcome = PluginInstaller.Outcome(
      id: "org.example.a", name: "a", version: "1", folder: "/", replacedVersion: nil,
      styles: ["a/b"], handlers: [])
    let other = StyleListing(name: "c/d", title: "", plugin: "org.example.c")
    let (buttons, left) = ShownButton.all(
      of: outcome, in: StylesListResponse(styles: [other, style], handlers: [style]))
    let normal = buttons.filter { $0.state == .normal }
    #expect(
      normal.map(\.id) == [
        "style.b.normal", "style.b.1.normal", "style.b.2.normal", "handler.b.normal",
        "handler.b.1.normal", "handler.b.2.normal",
      ])
    #expect(normal.prefix(3).map(\.row.label) == ["a/b", "a/b · y", "a/b · isOn"])
    #expect(normal[1].originID == "style.b.normal")
    #expect(buttons.count == 6 * ShownState.allCases.count && left == 0)
  }

  @Test func aSheetTakesWhatDevelopingShows() {
    let examples = (1...256).map { StateValue.int($0) }
    let styles = (0..<4).map { index in
      StyleListing(
        name: "a/b\(index)", title: "", plugin: "org.example.a",
        parameters: [Self.parameter("c", examples)])
    }
    let outcome = PluginInstaller.Outcome(
      id: "org.example.a", name: "a", version: "1", folder: "/", replacedVersion: nil,
      styles: styles.map(\.name), handlers: [])
    let (buttons, left) = ShownButton.all(
      of: outcome, in: StylesListResponse(styles: styles, handlers: []))
    let rows = buttons.count / ShownState.allCases.count
    #expect(rows * 16 <= 5_000 && rows + left == 4 * 257)
    #expect(Set(buttons.map(\.entry)).count == 4)
    #expect(buttons.count(where: \.state.isPressed) <= ShownButton.mostPresses)
  }
}
