import ButtonModel
import Testing

@Suite struct ButtonConfigurationTests {
  /// Every typed property, set to something, with the property that it stands for.
  static let assignments:
    [(Property, @Sendable (inout ButtonConfiguration) -> Void, PropertyValue)] = [
      (.title, { $0.title = "a" }, .text("a")),
      (.subtitle, { $0.subtitle = "a" }, .text("a")),
      (.titleColorTransformer, { $0.titleColorTransformer = .grayscale }, .effect(.grayscale)),
      (
        .subtitleColorTransformer, { $0.subtitleColorTransformer = .alpha(1) },
        .effect(.alpha(1))
      ),
      (.titleLineBreakMode, { $0.titleLineBreakMode = .byClipping }, .choice(2)),
      (.subtitleLineBreakMode, { $0.subtitleLineBreakMode = .byClipping }, .choice(2)),
      (.titleTextStyle, { $0.titleTextStyle = .title3 }, .choice(3)),
      (.titleFontSize, { $0.titleFontSize = 30 }, .number(30)),
      (.titleFontWeight, { $0.titleFontWeight = .heavy }, .choice(7)),
      (.titleFontDesign, { $0.titleFontDesign = .serif }, .choice(2)),
      (.titleItalic, { $0.titleItalic = true }, .bool(true)),
      (.titleMonospacedDigits, { $0.titleMonospacedDigits = true }, .bool(true)),
      (
        .titleAdjustsFontForContentSize, { $0.titleAdjustsFontForContentSize = true }, .bool(true)
      ),
      (.titleFontTransformer, { $0.titleFontTransformer = "italic" }, .text("italic")),
      (.subtitleTextStyle, { $0.subtitleTextStyle = .title3 }, .choice(3)),
      (.subtitleFontSize, { $0.subtitleFontSize = 30 }, .number(30)),
      (.subtitleFontWeight, { $0.subtitleFontWeight = .heavy }, .choice(7)),
      (.subtitleFontDesign, { $0.subtitleFontDesign = .serif }, .choice(2)),
      (.subtitleItalic, { $0.subtitleItalic = true }, .bool(true)),
      (.subtitleMonospacedDigits, { $0.subtitleMonospacedDigits = true }, .bool(true)),
      (
        .subtitleAdjustsFontForContentSize, { $0.subtitleAdjustsFontForContentSize = true },
        .bool(true)
      ),
      (.subtitleFontTransformer, { $0.subtitleFontTransformer = "italic" }, .text("italic")),
      (.titlePadding, { $0.titlePadding = 3 }, .number(3)),
      (.titleAlignment, { $0.titleAlignment = .trailing }, .choice(3)),
      (.image, { $0.image = "a" }, .text("a")),
      (.imagePlacement, { $0.imagePlacement = .top }, .choice(0)),
      (.imagePadding, { $0.imagePadding = 3 }, .number(3)),
      (.labelStyle, { $0.labelStyle = .iconOnly }, .choice(2)),
      (.imageReservation, { $0.imageReservation = 3 }, .number(3)),
      (.imageSize, { $0.imageSize = 30 }, .number(30)),
      (.imageWeight, { $0.imageWeight = .heavy }, .choice(7)),
      (.imageRenderingMode, { $0.imageRenderingMode = .original }, .choice(1)),
      (.imageColorTransformer, { $0.imageColorTransformer = .grayscale }, .effect(.grayscale)),
      (.showsActivityIndicator, { $0.showsActivityIndicator = true }, .bool(true)),
      (
        .activityIndicatorColorTransformer,
        { $0.activityIndicatorColorTransformer = .grayscale }, .effect(.grayscale)
      ),
      (.indicator, { $0.indicator = .popup }, .choice(2)),
      (
        .indicatorColorTransformer, { $0.indicatorColorTransformer = .grayscale },
        .effect(.grayscale)
      ),
      (.progress, { $0.progress = 0.5 }, .number(0.5)),
      (.progressColor, { $0.progressColor = .rgba(1) }, .color(.rgba(1))),
      (.contentInsetTop, { $0.contentInsets.top = 3 }, .number(3)),
      (.contentInsetLeading, { $0.contentInsets.leading = 3 }, .number(3)),
      (.contentInsetBottom, { $0.contentInsets.bottom = 3 }, .number(3)),
      (.contentInsetTrailing, { $0.contentInsets.trailing = 3 }, .number(3)),
      (.buttonSize, { $0.buttonSize = .large }, .choice(3)),
      (.cornerStyle, { $0.cornerStyle = .capsule }, .choice(5)),
      (.controlSize, { $0.controlSize = .extraLarge }, .choice(4)),
      (.borderShape, { $0.borderShape = .roundedRectangle }, .choice(3)),
      (.borderRadius, { $0.borderRadius = 3 }, .number(3)),
      (.foregroundColor, { $0.foregroundColor = .rgba(3) }, .color(.rgba(3))),
      (
        .baseForegroundColor, { $0.baseForegroundColor = .rgba(1) }, .color(.rgba(1))
      ),
      (
        .baseBackgroundColor, { $0.baseBackgroundColor = .rgba(1) }, .color(.rgba(1))
      ),
      (
        .automaticallyUpdateForSelection, { $0.automaticallyUpdateForSelection = true },
        .bool(true)
      ),
      (
        .contentAnimation, { $0.contentAnimation = ButtonConfiguration.ContentAnimation.none },
        .choice(1)
      ),
      (.accessibilityLabel, { $0.accessibilityLabel = "a" }, .text("a")),
      (.accessibilityHint, { $0.accessibilityHint = "a" }, .text("a")),
      (.backgroundCornerRadius, { $0.background.cornerRadius = 3 }, .number(3)),
      (.backgroundInsetTop, { $0.background.backgroundInsets.top = -3 }, .number(-3)),
      (.backgroundInsetLeading, { $0.background.backgroundInsets.leading = 3 }, .number(3)),
      (.backgroundInsetBottom, { $0.background.backgroundInsets.bottom = 3 }, .number(3)),
      (.backgroundInsetTrailing, { $0.background.backgroundInsets.trailing = 3 }, .number(3)),
      (.backgroundColor, { $0.background.backgroundColor = .rgba(1) }, .color(.rgba(1))),
      (
        .backgroundColorTransformer, { $0.background.backgroundColorTransformer = .grayscale },
        .effect(.grayscale)
      ),
      (.strokeColor, { $0.background.strokeColor = .rgba(1) }, .color(.rgba(1))),
      (
        .strokeColorTransformer, { $0.background.strokeColorTransformer = .grayscale },
        .effect(.grayscale)
      ),
      (.strokeWidth, { $0.background.strokeWidth = 3 }, .number(3)),
      (.strokeOutset, { $0.background.strokeOutset = 3 }, .number(3)),
      (.backgroundImage, { $0.background.image = "a" }, .text("a")),
      (
        .backgroundImageContentMode, { $0.background.imageContentMode = .scaleAspectFit },
        .choice(1)
      ),
      (.shadowColor, { $0.background.shadow.color = .rgba(1) }, .color(.rgba(1))),
      (.shadowOpacity, { $0.background.shadow.opacity = 0.5 }, .number(0.5)),
      (.shadowRadius, { $0.background.shadow.radius = 3 }, .number(3)),
      (.shadowX, { $0.background.shadow.x = 3 }, .number(3)),
      (.shadowY, { $0.background.shadow.y = -3 }, .number(-3)),
      (.material, { $0.background.material = "thin" }, .text("thin")),
      (.symbolEffect, { $0.symbolEffect = .bounce }, .choice(1)),
      (.symbolEffectValue, { $0.symbolEffectValue = "3" }, .text("3")),
      (.contentTransition, { $0.contentTransition = .numericText }, .choice(2)),
    ]

  @Test func eachTypedPropertySetsItsOwnEntryToAValueThatTheRegistryTakes() throws {
    for (property, assign, value) in ButtonConfigurationTests.assignments {
      var configuration = ButtonConfiguration()
      assign(&configuration)
      #expect(configuration.properties == PropertyList([.init(property: property, value: value)]))
      #expect(throws: Never.self) { try property.check(value) }
    }
  }

  @Test func everythingThatAConfigurationMaySetHasATypedProperty() {
    let typed =
      ButtonConfigurationTests.assignments.map(\.0) + [
        .attributedTitle, .attributedSubtitle, .titleRuns,
      ]
    let settable = Property.allCases.filter { $0.row.setters.contains(.configuration) }
    #expect(Set(typed) == Set(settable))
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
