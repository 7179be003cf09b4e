import ButtonModel
import Foundation
import JSONRPC
import Testing

@testable import ButtonResolver

@Suite struct LayerTests {
  @Test(arguments: try Fixture.cases("layers"))
  func eachLayerDoesWhatTheFixtureClaims(_ fixture: Fixture.Case) throws {
    let row = try fixture.row()
    var resolver = Resolver()
    let button = try LayerTests.button(row)
    let traits = try Fixture.traits(row["traits"] as? [String: Any] ?? [:])
    var writer = JSONWriter()
    resolver.resolve(button, traits: ResolvedTraits(traits), into: &writer)
    let object = try JSONSerialization.jsonObject(with: Data(writer.bytes))
    let look = try #require(object as? NSDictionary)
    let expected = try #require(row["expect"] as? [String: Any])
    for (key, value) in expected {
      #expect(AppearanceKey.allCases.contains { $0.name == key }, "\(key) is not a key")
      let found = look[key]
      if value is NSNull {
        #expect(found == nil, "\(key)")
      } else {
        #expect(found as? NSObject == value as? NSObject, "\(key)")
      }
    }
  }

  static func button(_ row: [String: Any]) throws -> ResolverInput {
    let base = try #require((row["base"] as? String).flatMap { SystemStyle(rawValue: $0) })
    let state = try #require((row["state"] as? String).flatMap { ControlState($0) })
    let configuration = try (row["configuration"] as? [String: Any]).map(Fixture.properties)
    var input = ResolverInput(
      base: base, configuration: configuration,
      stateValues: try Fixture.stateValues(row["stateValues"] as? [String: Any] ?? [:]),
      pluginProperties: try Fixture.properties(row["plugin"] as? [String: Any] ?? [:]),
      state: state, isBusy: row["isBusy"] as? Bool ?? false,
      role: (row["role"] as? String).flatMap { ButtonRole(rawValue: $0) } ?? .none)
    input.group = try Fixture.properties(row["group"] as? [String: Any] ?? [:])
    return input
  }

  @Test func oneConfigurationInFiveStatesGivesFiveLooksAndStaysAsItIs() {
    var configuration = ButtonConfiguration()
    configuration.title = "a"
    configuration.baseForegroundColor = .named(.systemPink)
    let stored = configuration.properties
    var button = ResolverInput(base: .tinted, configuration: configuration.properties)
    var resolver = Resolver()
    let traits = ResolvedTraits(Traits())
    var looks: [[UInt32]] = []
    for state in [
      .normal, .highlighted, .selected, [.selected, .highlighted], .disabled,
    ] as [ControlState] {
      button.condition.state = state
      let look = resolver.resolveAppearance(button, traits: traits)
      looks.append([look.backgroundColor, look.titleColor])
    }
    #expect(Set(looks).count == 5)
    #expect(button.configuration == stored)
    button.condition.state = .normal
    let again = resolver.resolveAppearance(button, traits: traits)
    #expect([again.backgroundColor, again.titleColor] == looks[0])
  }

  /// Every state, busy or not, with each role: what is drawn is what is set.
  @Test func withoutABaseNothingIsDrawnThatNobodySet() {
    var resolver = Resolver()
    let traits = ResolvedTraits(Traits(userInterfaceStyle: .dark))
    var configuration = ButtonConfiguration()
    configuration.title = "a"
    for role in ButtonRole.allCases {
      for state in (0..<16).map(ControlState.init(rawValue:)) {
        let look = resolver.resolveAppearance(
          ResolverInput(
            base: .filled, isBare: true, configuration: configuration.properties, state: state,
            isBusy: true, role: role),
          traits: traits)
        #expect(look.backgroundColor == 0 && look.strokeWidth == 0 && look.cornerRadius == 0)
        #expect(look.titleColor == 0xFFFF_FFFF, "label on a dark display")
        #expect(
          [look.insetTop, look.insetLeading, look.insetBottom, look.insetTrailing] == [0, 0, 0, 0])
        #expect(!look.showsActivityIndicator && look.isBusy)
      }
    }
  }

  @Test func aPassLeavesNothingBehindForTheNext() {
    var resolver = Resolver()
    let traits = ResolvedTraits(Traits())
    var loud = ButtonConfiguration()
    loud.title = "loud"
    loud.image = "cart"
    loud.background.strokeWidth = 3
    let quiet = ResolverInput(base: .plain, configuration: PropertyList())
    let before = resolver.resolveAppearance(quiet, traits: traits)
    _ = resolver.resolveAppearance(
      ResolverInput(base: .filled, configuration: loud.properties, state: .selected),
      traits: traits)
    #expect(resolver.value(of: .image) == .text("cart"))
    let after = resolver.resolveAppearance(quiet, traits: traits)
    #expect(after == before)
    #expect(resolver.value(of: .image) == nil)
  }

  @Test func pluginsSeeTheConfigurationUnderTheValuesForTheState() {
    var configuration = ButtonConfiguration()
    configuration.attributedTitle = AttributedText(text: "rich")
    configuration.image = "cart"
    var values = StateValues()
    values.set(.text("pressed"), of: .title, for: .highlighted)
    values.set(.color(.named(.systemRed)), of: .titleColor, for: .normal)

    let pressed = overlaid(
      configuration: configuration.properties, stateValues: values, state: .highlighted)
    #expect(pressed.entries.map(\.property) == [.title, .titleColor, .image])
    #expect(pressed[.title] == .text("pressed"))

    let normal = overlaid(
      configuration: configuration.properties, stateValues: values, state: .normal)
    #expect(normal.entries.map(\.property) == [.attributedTitle, .titleColor, .image])

    let bare = overlaid(configuration: nil, stateValues: values, state: .normal)
    #expect(bare.entries.map(\.property) == [.titleColor])
  }
}
