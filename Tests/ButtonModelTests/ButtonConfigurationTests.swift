import ButtonModel
import Testing

@Suite struct ButtonConfigurationTests {
  /// A property of each kind and of each group, set to something.
  private static let assignments:
    [(Property, @Sendable (inout ButtonConfiguration) -> Void, PropertyValue)] = [
      (.title, { $0.title = "a" }, .text("a")),
      (.titleColorTransformer, { $0.titleColorTransformer = .grayscale }, .effect(.grayscale)),
      (.titleFontSize, { $0.titleFontSize = 30 }, .number(30)),
      (.titleItalic, { $0.titleItalic = true }, .bool(true)),
      (.titleFontTransformer, { $0.titleFontTransformer = "italic" }, .text("italic")),
      (.titleAlignment, { $0.titleAlignment = .trailing }, .choice(3)),
      (.progressColor, { $0.progressColor = .rgba(1) }, .color(.rgba(1))),
      (.controlSize, { $0.controlSize = .extraLarge }, .choice(4)),
      (.borderShape, { $0.borderShape = .roundedRectangle }, .choice(3)),
      (.contentInsetTop, { $0.contentInsets.top = 3 }, .number(3)),
      (.backgroundCornerRadius, { $0.background.cornerRadius = 3 }, .number(3)),
      (.backgroundInsetLeading, { $0.background.backgroundInsets.leading = 3 }, .number(3)),
      (.shadowY, { $0.background.shadow.y = -3 }, .number(-3)),
    ]

  @Test func eachSetsItsOwnEntryToAValueThatTheRegistryTakes() throws {
    for (property, assign, value) in ButtonConfigurationTests.assignments {
      var configuration = ButtonConfiguration()
      assign(&configuration)
      #expect(configuration.properties == PropertyList([.init(property: property, value: value)]))
      #expect(throws: Never.self) { try property.check(value) }
    }
  }

  @Test func whatIsSetLaterUnderTheOtherNameCounts() {
    var configuration = ButtonConfiguration()
    configuration.controlSize = .large
    configuration.borderShape = .circle
    configuration.buttonSize = .small
    configuration.cornerStyle = .capsule
    #expect(configuration.properties.entries.map(\.property) == [.buttonSize, .cornerStyle])
    configuration.borderShape = .circle
    configuration.controlSize = nil
    #expect(configuration.properties.entries.map(\.property) == [.buttonSize, .borderShape])
  }

  @Test func assigningABackgroundReplacesTheBackgroundAndNothingElse() {
    var configuration = ButtonConfiguration()
    configuration.title = "a"
    configuration.background.strokeWidth = 1
    var background = BackgroundConfiguration()
    background.shadow = BackgroundConfiguration.Shadow(color: .named(.black), opacity: 0.5, y: 5)
    configuration.background = background
    #expect(configuration.background.strokeWidth == nil)
    #expect(configuration.background.shadow.y == 5)
    #expect(configuration.title == "a")
  }
}
