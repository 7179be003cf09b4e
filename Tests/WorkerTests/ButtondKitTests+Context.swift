import ButtonModel
import ButtondKit
import CButtonPlugin
import PluginChannel
import Testing

@testable import buttond_worker

/// What a style reads, and how it has its look move.
extension ButtondKitTests {
  @Test func aContextReadsTheButtonTheStateAndTheDisplay() throws {
    let item = BatchItem(
      handle: 7, state: [.selected, .highlighted], isBusy: true, role: .cancel, style: 0)
    let answer = try run(
      item,
      parameters: [
        Parameter(name: "size", value: .int(3)), Parameter(name: "paint", value: .string("#FFF")),
      ],
      state: [("state.shop.count", .int(2)), ("state.shop.open", .bool(true))]
    ) { look, context in
      var facts: [String] = []
      facts.append("\(context.id) \(context.handle) \(context.role) \(context.isBusy)")
      facts.append("\(context.controlState == [.selected, .highlighted]) \(context.isEnabled)")
      facts.append("\(context.state("shop.count", as: Int.self) ?? -1)")
      facts.append("\(context.state(named: "shop.open", as: Bool.self) ?? false)")
      facts.append("\(context.state("shop.count", as: String.self) ?? "no text")")
      facts.append("\(context.state("shop.missing", as: Int.self) ?? -1)")
      facts.append("\(context.parameter("size", as: Double.self) ?? -1)")
      facts.append("\(context.parameter("paint", as: ButtondKit.Color.self) == .text("#FFF"))")
      facts.append("\(context.theme("button.radius", as: Double.self) ?? -1)")
      facts.append("\(context.isDark) \(context.isHighContrast) \(context.contentSize)")
      facts.append("\(context.isRightToLeft) \(context.tint == .rgba(0x0102_03FF))")
      facts.append("\(context.color(named: "systemBlue") == .rgba(0x409C_FFFF))")
      facts.append("\(context.nowMilliseconds)")
      look.title = facts.joined(separator: "|")
    }
    let facts =
      "shop.pay 7 cancel true|true true|2|true|no text|-1|3.0|true|-1.0|true true L|false true|"
      + "true|99"
    #expect(try answer.value(.title) == .text(UTF8String(facts)))
    #expect(
      answer.reads() == ["#0", "#1", "state.shop.missing", "theme.button.radius"])
  }

  @Test func aThemeIsReadAsColoursAndNumbers() throws {
    let answer = try run(state: [
      ("theme.button.primary.primary", .json("[\"#010203FF\",\"#0A0B0CFF\"]")),
      ("theme.button.primary.secondary", .json("[\"#FFFFFFFF\"]")),
      ("theme.button.radius.default", .double(6)),
    ]) { look, context in
      look.titleColor = context.theme("button.primary.primary")
      look.baseForegroundColor = context.theme("button.primary.secondary", as: Color.self)
      look.background.cornerRadius = context.theme("button.radius.default", as: Double.self)
      look.title = context.theme("button.primary.primary", as: String.self) ?? "a colour"
    }
    #expect(try answer.value(.titleColor) == .color(.rgba(0x0A0B_0CFF)), "the display is dark")
    #expect(try answer.value(.baseForegroundColor) == .color(.rgba(0xFFFF_FFFF)))
    #expect(try answer.value(.backgroundCornerRadius) == .number(6))
    #expect(try answer.value(.title) == .text("a colour"))
    #expect(answer.items[0].readsTraits)
  }

  private static let animations: [ButtondKit.Animation] = [
    .default, .linear, .easeIn, .easeOut, .easeInOut, .spring, .interactiveSpring, .smooth,
    .snappy, .bouncy, .linear(duration: 0), .easeIn(duration: 600), .easeOut(duration: 1e-7),
    .easeInOut(duration: 0.16), .smooth(duration: 1), .snappy(duration: 1), .bouncy(duration: 1),
    .spring(response: 0.8, dampingFraction: 0.1, blendDuration: 10), .spring(response: 1),
    .spring(duration: 0.5), .spring(duration: 0.5, bounce: -0.2), .interactiveSpring(response: 2),
  ]

  @Test func everyAnimationIsOneThatTheHostKnows() throws {
    for animation in Self.animations {
      let answer = try run { look, _ in
        look.transaction.always = .animation(animation)
        look.title = look.transaction.always == .animation(animation) ? "read back" : "lost"
      }
      #expect(answer.items[0].status == 0, "\(animation)")
      #expect(try answer.value(.title) == .text("read back"))
    }
    let refused = try run { look, _ in
      look.transaction.onPress = .animation(.easeInOut(duration: .infinity))
    }
    #expect(
      refused.items[0].message.string
        == "sets transaction.onPress to 'easeInOut(inf)', which is outside of what it takes: "
        + "a transaction, such as easeInOut(0.2)")
  }
}
