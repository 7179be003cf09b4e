import ButtonModel
import TestSupport
import Testing

@testable import ButtonResolver

/// Which layer is behind what.
@Suite struct ExplanationTests {
  private static let traits = ResolvedTraits(Traits())

  /// Buttons out of a seed, their plugins' properties in one or two layers.
  private static func sample(
    using generator: inout some RandomNumberGenerator
  ) -> (button: ResolverInput, layers: [LookLayer], traits: ResolvedTraits) {
    var button = RandomButton.make(using: &generator)
    let other = RandomButton.make(using: &generator).pluginProperties
    let layers = [
      LookLayer(.style, stage: 0, button.pluginProperties), LookLayer(.handler, stage: 1, other),
    ]
    button.pluginProperties.overlay(other)
    return (button, layers, ResolvedTraits(RandomButton.traits(using: &generator)))
  }

  @Test func theWinnersValueIsAlwaysTheAppearances() throws {
    var generator = Seed()
    for _ in 0..<scaled(2_000, few: 100) {
      let (button, layers, traits) = Self.sample(using: &generator)
      var resolver = Resolver()
      let look = resolver.resolveAppearance(button, traits: traits)
      for key in AppearanceKey.allCases {
        let found = resolver.explain(button, layers: layers, traits: traits, only: key)
        #expect(found.map(\.key) == [key])
        #expect(found.first?.winner.value == look.value(of: key), "\(key) of \(button)")
      }
    }
  }

  @Test func aLayerThatWinsIsNeededForTheValueAndALoserIsNot() throws {
    var generator = Seed()
    var wins = 0
    for _ in 0..<scaled(500, few: 150) {
      let (button, layers, traits) = Self.sample(using: &generator)
      guard button.configuration != nil else { continue }
      let resolver = Resolver()
      for property in resolver.explain(button, layers: layers, traits: traits) {
        // Without what the winner sets, the next one down holds, and nobody else's matters.
        guard let set = property.winner.property, property.winner.layer == .handler,
          property.key.transformer == nil, set.mirror == nil
        else { continue }
        wins += 1
        var less = layers[1].properties
        less[set] = nil
        var rest = button
        rest.pluginProperties = layers[0].properties
        rest.pluginProperties.overlay(less)
        let fewer = [layers[0], LookLayer(.handler, stage: 1, less)]
        let next = resolver.explain(rest, layers: fewer, traits: traits, only: property.key)[0]
        #expect(
          property.losing.contains { $0.layer == next.winner.layer } || next.winner.value == nil,
          "\(property) then \(next)")
      }
    }
    #expect(wins > 100)
  }

  @Test func aLaterTitleDropsTheAttributedOneBelowAndSaysSo() throws {
    var button = ResolverInput(base: .plain, configuration: PropertyList())
    button.configuration?[.attributedTitle] = .attributedText(
      AttributedText(text: "rich", color: .named(.systemRed)))
    let handler = PropertyList([.init(property: .title, value: .text("plain"))])
    button.pluginProperties = handler
    let layers = [LookLayer(.handler, stage: 0, handler)]
    let resolver = Resolver()
    let title = resolver.explain(button, layers: layers, traits: Self.traits, only: .title)[0]
    #expect(title.winner.layer == .handler)
    #expect(title.losing.map(\.layer) == [.configuration])
    #expect(title.losing.map(\.property) == [.attributedTitle])
    let color = resolver.explain(button, layers: layers, traits: Self.traits, only: .titleColor)[0]
    #expect(color.winner.layer == .systemStyle)
    #expect(color.losing.map(\.value) == [.string("#FF3B30FF")])
  }

  @Test func aTransformerWinsOverWhatItTransforms() throws {
    var button = ResolverInput(base: .filled, configuration: PropertyList())
    button.configuration?[.backgroundColorTransformer] = .effect(.alpha(0.5))
    button.configuration?[.baseBackgroundColor] = .color(.named(.systemPink))
    let handler = PropertyList([
      .init(property: .backgroundColor, value: .color(.named(.systemGreen)))
    ])
    button.pluginProperties = handler
    let found = Resolver().explain(
      button, layers: [LookLayer(.handler, stage: 0, handler)], traits: Self.traits,
      only: .backgroundColor)[0]
    #expect(found.winner.layer == .transformer)
    #expect(found.winner.setBy == .configuration)
    #expect(found.winner.value == .string("#34C75980"))
    #expect(found.losing.map(\.layer) == [.handler, .systemStyle])
    #expect(found.losing.map(\.value) == [.string("#34C759FF"), .string("#FF2D55FF")])
    #expect(found.from.isEmpty)
  }

  /// The style's shape is dropped by the handler, and its radius named all the same.
  @Test func aRadiusBelowAnotherCornerStyleLoses() throws {
    let style = PropertyList([
      .init(
        property: .borderShape,
        value: .choice(ButtonConfiguration.BorderShape.roundedRectangle.rawValue)),
      .init(property: .borderRadius, value: .number(9)),
    ])
    let handler = PropertyList([
      .init(
        property: .cornerStyle, value: .choice(ButtonConfiguration.CornerStyle.small.rawValue))
    ])
    var button = ResolverInput(base: .filled, configuration: PropertyList())
    button.pluginProperties = style
    button.pluginProperties.overlay(handler)
    let layers = [LookLayer(.style, stage: 0, style), LookLayer(.handler, stage: 1, handler)]
    let found = Resolver().explain(
      button, layers: layers, traits: Self.traits, only: .cornerRadius)[0]
    #expect(found.winner.property == .cornerStyle && found.winner.value == .int(4))
    #expect(found.losing.map(\.layer) == [.style, .systemStyle])
    #expect(found.losing.first?.property == .borderRadius)
    #expect(found.losing.first?.value == .int(9))
  }

  @Test func aGroupIsTheLowestLayer() throws {
    var button = ResolverInput(base: .filled, configuration: PropertyList())
    button.group = PropertyList([
      .init(
        property: .borderShape,
        value: .choice(ButtonConfiguration.BorderShape.circle.rawValue)),
      .init(property: .controlSize, value: .choice(ButtonConfiguration.ControlSize.large.rawValue)),
    ])
    func explained(_ key: AppearanceKey) -> ExplainedProperty {
      Resolver().explain(button, layers: [], traits: Self.traits, only: key)[0]
    }
    #expect(explained(.isCircle).winner.layer == .group)
    #expect(explained(.isCircle).winner.property == .borderShape)
    #expect(explained(.insetTop).from.map(\.layer) == [.group])
    #expect(explained(.insetTop).from.map(\.value) == [.string("large")])
    button.configuration?[.cornerStyle] = .choice(ButtonConfiguration.CornerStyle.small.rawValue)
    #expect(explained(.cornerRadius).winner.layer == .configuration)
    #expect(explained(.cornerRadius).winner.value == .length(4))
    #expect(explained(.cornerShape).losing.map(\.layer) == [.group, .systemStyle])
    #expect(explained(.cornerShape).losing.first?.value == .string("capsule"))
  }

  @Test func aFontTransformerIsNamedWhereItChangesSomething() throws {
    var button = ResolverInput(base: .plain, configuration: PropertyList())
    button.configuration?[.title] = .text("a")
    button.configuration?[.titleFontTransformer] = .text("weight(bold)")
    button.configuration?[.titleTextStyle] = .choice(TextStyle.title.rawValue)
    func explain(_ key: AppearanceKey) -> ExplainedProperty {
      Resolver().explain(button, layers: [], traits: Self.traits, only: key)[0]
    }
    let weight = explain(.titleFontWeight)
    #expect(weight.winner.layer == .transformer)
    #expect(weight.winner.property == .titleFontTransformer)
    #expect(weight.winner.value == .string("bold"))
    let size = explain(.titleFontSize)
    #expect(size.winner.layer == .configuration)
    #expect(size.winner.property == .titleTextStyle)
    #expect(size.winner.value == .int(28))
    #expect(size.losing.map(\.value) == [.int(17)])
    #expect(explain(.titleTextStyle).winner.value == .string("title"))
  }

  @Test func aColourOfProgressIsSomebodysOnlyWhereThereIsProgress() throws {
    var button = ResolverInput(base: .filled, configuration: PropertyList())
    func explain(_ key: AppearanceKey) -> ExplainedProperty {
      Resolver().explain(button, layers: [], traits: Self.traits, only: key)[0]
    }
    button.configuration?[.progressColor] = .color(.named(.systemRed))
    #expect(explain(.progress).winner.value == nil)
    #expect(explain(.progressColor).winner.layer == .systemStyle)
    #expect(explain(.progressColor).winner.value == .string("#00000000"))
    button.configuration?[.progress] = .number(0.25)
    #expect(explain(.progress).winner.layer == .configuration)
    #expect(explain(.progress).winner.value == .double(0.25))
    #expect(explain(.progressColor).winner.layer == .configuration)
    #expect(explain(.progressColor).winner.value == .string("#FF3B30FF"))
    #expect(explain(.progressColor).losing.map(\.value) == [.string("#00000033")])
  }

  @Test func aButtonWithoutItsPluginShowsTheFallback() throws {
    let button = ResolverInput(base: .filled, configuration: PropertyList())
    let found = Resolver().explain(
      button, layers: [], traits: Self.traits, isFallback: true, only: .backgroundColor)[0]
    #expect(found.winner.layer == .fallback)
  }

  @Test func withoutAConfigurationPluginsSetNothing() throws {
    let handler = PropertyList([.init(property: .title, value: .text("plain"))])
    let button = ResolverInput(base: .plain, configuration: nil, pluginProperties: handler)
    let found = Resolver().explain(
      button, layers: [LookLayer(.handler, stage: 0, handler)], traits: Self.traits)
    #expect(!found.contains { $0.key == .title })
  }
}
