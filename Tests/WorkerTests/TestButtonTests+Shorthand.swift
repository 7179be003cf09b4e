import ButtondKit
import Testing

extension TestButtonTests {
  /// A style that does one thing.
  private struct One: ButtonStyle {
    let body: @Sendable (borrowing Look, borrowing Context) throws -> Void

    func update(_ look: borrowing Look, in context: borrowing Context) throws {
      try body(look, context)
    }
  }

  /// What a style sets on a button.
  private func set(
    on button: TestButton = TestButton(),
    _ body: @escaping @Sendable (borrowing Look, borrowing Context) throws -> Void
  ) throws -> [String: Value] {
    try button.update(with: One(body: body))
    return button.properties
  }

  @Test func aResetBackgroundKeepsNothingOfTheDefinition() throws {
    let button = TestButton()
    let numbers = [
      "strokeWidth", "strokeOutset", "shadow.opacity", "shadow.radius", "shadow.x", "shadow.y",
      "backgroundInsets.top", "backgroundInsets.leading", "backgroundInsets.bottom",
      "backgroundInsets.trailing",
    ]
    for name in numbers { button.configuration["background.\(name)"] = 3.0 }
    for name in ["image", "material", "strokeColor", "backgroundColor"] {
      button.configuration["background.\(name)"] = "systemGreen"
    }
    button.configuration["background.imageContentMode"] = "center"
    button.configuration["background.backgroundColorTransformer"] = "darker(0.5)"
    button.configuration["background.strokeColorTransformer"] = "grayscale"
    button.configuration["background.cornerRadius"] = 3.0
    var wanted: [String: Value] = Dictionary(
      uniqueKeysWithValues: numbers.map { ("background.\($0)", 0.0) })
    wanted["background.image"] = ""
    wanted["background.material"] = ""
    wanted["background.strokeColor"] = "clear"
    wanted["background.backgroundColor"] = "clear"
    wanted["background.imageContentMode"] = "scaleToFill"
    wanted["background.backgroundColorTransformer"] = "opacity(1.0)"
    wanted["background.strokeColorTransformer"] = "opacity(1.0)"
    #expect(try set(on: button) { look, _ in look.background.reset() } == wanted)
  }

  @Test func oneCallSetsAllInsetsAShadowAndBothWaysOfAPress() throws {
    let properties = try set { look, _ in
      look.contentInsets.set(16)
      look.background.shadow.set(color: .systemRed, opacity: 0.2, radius: 6, y: 5)
      look.transaction.set(onPress: .disablesAnimations, onRelease: .default)
    }
    #expect(
      properties == [
        "contentInsets.top": 16.0, "contentInsets.leading": 16.0, "contentInsets.bottom": 16.0,
        "contentInsets.trailing": 16.0, "background.shadow.color": "systemRed",
        "background.shadow.opacity": 0.2, "background.shadow.radius": 6.0,
        "background.shadow.x": 0.0, "background.shadow.y": 5.0,
        "transaction.onPress": "disablesAnimations", "transaction.onRelease": "default",
      ])
  }

  @Test(arguments: [ControlState.normal, .highlighted, .focused, [.selected, .highlighted]])
  func aPressAndTheFocusShowWhileTheyLast(_ state: ControlState) throws {
    let button = TestButton()
    button.controlState = state
    button.isBusy = state == .focused
    let properties = try set(on: button) { look, context in
      look.showPress(opacity: 0.7, scale: 0.8, in: context)
      look.showFocusAndActivity(in: context)
    }
    var wanted: [String: Value] = [:]
    if state.contains(.highlighted) { wanted = ["opacity": 0.7, "scale": 0.8] }
    if state == .focused {
      wanted = [
        "background.strokeColor": "tint", "background.strokeWidth": 2.0,
        "background.strokeOutset": 4.0, "showsActivityIndicator": true,
      ]
    }
    #expect(properties == wanted)
  }

  @Test func whereLittleIsToMoveAPressedButtonKeepsItsSize() throws {
    let button = TestButton()
    button.controlState = .highlighted
    button.reducesMotion = true
    button.usesBoldText = true
    button.locale = "de-CH"
    let properties = try set(on: button) { look, context in
      look.showPress(opacity: 0.7, scale: 0.8, in: context)
      look.title = context.locale
      look.background.strokeWidth = context.usesBoldText ? 2 : 1
    }
    #expect(properties == ["opacity": 0.7, "title": "de-CH", "background.strokeWidth": 2.0])
  }

  @Test func aTokenThatTheThemeLacksIsNamed() throws {
    let button = TestButton()
    button.theme = ["button.radius.default": 6.0]
    let read = try set(on: button) { look, context in
      look.background.cornerRadius = try context.token("button.radius.default")
    }
    #expect(read == ["background.cornerRadius": 6.0])
    let failure = #expect(throws: StyleFailure.self) {
      _ = try set(on: button) { look, context in
        look.foregroundColor = try context.token("button.brand.primary")
      }
    }
    #expect(failure?.description.contains("no color button.brand.primary") == true)
  }
}
