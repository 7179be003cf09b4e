import ButtonModel
import ButtondKit
import Testing

/// Styles and handlers in unit tests, without a daemon.
@Suite struct TestButtonTests {
  private struct Bread: ButtonStyle {
    func update(_ look: borrowing ButtondKit.Look, in context: borrowing Context) throws {
      let stock: Int = context.state("shop.stock") ?? 0
      if stock < 0 { throw StyleFailure("the stock is \(stock)") }
      let low = context.parameter("low") ?? 5
      look.title = stock == 0 ? "Sold out" : look.title
      look.cornerStyle = .capsule
      look.background.color = stock < low ? .systemRed : context.theme("shop.color") ?? .systemBlue
      look.opacity = context.controlState.contains(.highlighted) ? 0.7 : 1
      if context.isLost("shop.stock") { look.subtitle = "as of \(context.nowMilliseconds)" }
      context.setNeedsUpdateConfiguration(atMilliseconds: context.nowMilliseconds + 1_000)
      context.host.log("\(context.id) is up")
    }
  }

  private struct Shout: UpdateHandler {
    func update(_ look: borrowing ButtondKit.Look, in context: borrowing Context) {
      look.title = (look.title ?? "") + "!"
    }
  }

  private struct DoublePress: PrimitiveButtonStyle {
    func update(_ look: borrowing ButtondKit.Look, in context: borrowing Context) {}

    func gesture(
      _ event: PointerEvent, _ press: inout Press<Int>, in context: borrowing Context
    ) {
      press.isPressed = event.isInside
      press.scratch += 1
      if event.phase == .ended, press.scratch == 3 { press.trigger() }
    }
  }

  private struct LongPress: PrimitiveButtonStyle {
    func update(_ look: borrowing ButtondKit.Look, in context: borrowing Context) {}

    func gesture(
      _ event: PointerEvent, _ press: inout Press<NoScratch>, in context: borrowing Context
    ) {
      if event.phase == .began { press.setTimer(milliseconds: 500) }
    }

    func timerFired(_ press: inout Press<NoScratch>, in context: borrowing Context) {
      press.trigger()
    }
  }

  @Test func aStyleIsRunOnWhatTheTestSays() throws {
    let button = TestButton()
    button.id = "bread"
    button.configuration["title"] = "Bread"
    button.state["shop.stock"] = 3
    button.parameters["low"] = 2
    button.theme["shop.color"] = .rgba(0x0102_03FF)
    button.controlState = .highlighted
    button.nowMilliseconds = 500
    button.lostKeys = ["shop.stock"]
    try button.update(with: Bread())
    #expect(button.look.title == "Bread")
    #expect(button.look.subtitle == "as of 500")
    #expect(button.look.cornerStyle == .capsule)
    #expect(button.look.background.color == .rgba(0x0102_03FF))
    #expect(button.properties["opacity"] == 0.7)
    #expect(button.nextUpdate == 1_500)
    #expect(button.log == ["bread is up"])
  }

  @Test func everyRunBeginsAnew() throws {
    let button = TestButton()
    button.configuration["title"] = "Bread"
    try button.update(with: Bread())
    #expect(button.look.title == "Sold out")
    #expect(button.properties["background.backgroundColor"] == "systemRed")
    button.state["shop.stock"] = 9
    try button.update(with: Bread())
    #expect(button.look.title == "Bread")
    #expect(button.properties["subtitle"] == nil)
  }

  @Test(arguments: [
    "weight(bold", "size(20", "size", "weight()", "design(hand)", "italic bold", "scale(two)",
  ])
  func aFontTransformerThatMeansNothingIsNone(text: String) {
    let button = TestButton()
    button.configuration["titleFontTransformer"] = .string(text)
    #expect(button.look.titleFontTransformer == nil)
    button.configuration["titleFontTransformer"] = "size(20) italic"
    #expect(button.look.titleFontTransformer == FontEffect(size: 20, italic: true))
  }

  @Test func aHandlerSeesWhatTheStyleHasSet() throws {
    let button = TestButton()
    try button.update(with: Bread())
    try button.update(with: Shout())
    #expect(button.look.title == "Sold out!")
    #expect(button.look.cornerStyle == .capsule)
  }

  @Test func aFailureIsThrown() {
    let button = TestButton()
    button.state["shop.stock"] = -1
    let failure = #expect(throws: StyleFailure.self) { try button.update(with: Bread()) }
    #expect(failure?.description == "the stock is -1")
  }

  @Test func aGestureRemembersUntilThePressIsOver() throws {
    let button = TestButton()
    try button.send(PointerEvent(.began), to: DoublePress())
    #expect(button.isPressed)
    try button.send(PointerEvent(.moved, isInside: false), to: DoublePress())
    #expect(!button.isPressed)
    #expect(button.triggers == 0)
    try button.send(PointerEvent(.ended), to: DoublePress())
    #expect(button.triggers == 1 && !button.isPressed)
    try button.send(PointerEvent(.began), to: DoublePress())
    try button.send(PointerEvent(.ended), to: DoublePress())
    #expect(button.triggers == 1)
  }

  @Test func aTimerFiresWhenTheTestSaysSo() throws {
    let button = TestButton()
    try button.send(PointerEvent(.began), to: LongPress())
    #expect(button.pressTimer == 500 && button.triggers == 0)
    try button.fireTimer(of: LongPress())
    #expect(button.pressTimer == nil && button.triggers == 1)
    try button.fireTimer(of: LongPress())
    #expect(button.triggers == 1)
    try button.send(PointerEvent(.began), to: LongPress())
    try button.send(PointerEvent(.ended), to: LongPress())
    #expect(button.pressTimer == nil)
    try button.fireTimer(of: LongPress())
    #expect(button.triggers == 1)
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func namedColorsAreTheDaemons(isDark: Bool, isHighContrast: Bool) throws {
    let button = TestButton()
    (button.isDark, button.isHighContrast) = (isDark, isHighContrast)
    for color in NamedColor.allCases where color != .tint {
      let known = color.members[isDark ? .dark : .light, isHighContrast ? .high : .normal]
      #expect(button.context.color(named: color.name) == .rgba(known.rgba), "\(color)")
    }
    #expect(button.context.tint == button.context.color(named: "systemBlue"))
  }
}
