import ButtonModel
import Testing

@testable import ButtonResolver

@Suite struct PropertyReachTests {
  private func look(_ list: PropertyList, state: ControlState = .normal) -> Appearance {
    var resolver = Resolver()
    return resolver.resolveAppearance(
      ResolverInput(base: .plain, configuration: list, state: state),
      traits: ResolvedTraits(Traits(contentSize: .xL)))
  }

  /// A button on which everything that only colours or places something has something to act on.
  private var dressed: PropertyList {
    var configuration = ButtonConfiguration()
    configuration.title = "a"
    configuration.subtitle = "b"
    configuration.image = "c"
    configuration.symbolEffect = .wiggle
    configuration.indicator = .popup
    configuration.progress = 0.5
    configuration.background.strokeWidth = 1
    configuration.background.shadow.opacity = 0.5
    return configuration.properties
  }

  private func otherValue(of property: Property) -> PropertyValue {
    switch property.row.kind {
    case .bool: .bool(true)
    case .number(let range): .number(range.contains(3) ? 3 : 0.25)
    case .text: .text("other")
    case .choice(let names):
      if case .choice(let index)? = property.row.fallback {
        .choice((index + 1) % UInt8(names.count))
      } else {
        .choice(0)
      }
    case .color: .color(.rgba(0x1234_5678))
    case .effect: .effect(.constant(.rgba(0x1234_5678)))
    case .attributedText: .attributedText(AttributedText(text: "other"))
    case .fontEffect: .text("scale(2)")
    case .transaction: .text("easeInOut(0.2)")
    case .textRuns: .text(#"[{"text":"other","underline":true}]"#)
    }
  }

  @Test func settingAPropertyToItsDefaultChangesNothing() {
    // The style's radius, not the background's own default, holds where nobody sets it.
    for row in PropertyRegistry.rows where row.property != .backgroundCornerRadius {
      guard let value = row.fallback else { continue }
      let list = PropertyList([.init(property: row.property, value: value)])
      #expect(look(list) == look(PropertyList()), "\(row.name)")
    }
  }

  @Test(arguments: [
    AttributedText(text: "b", color: .rgba(0x1234_5678)), AttributedText(text: "b", fontSize: 9),
    AttributedText(text: "b", fontWeight: FontWeight.bold.rawValue),
    AttributedText(text: "b", underline: true), AttributedText(text: "b", strikethrough: true),
  ])
  func everyAttributeReachesTheLook(text: AttributedText) {
    for property in [Property.attributedTitle, .attributedSubtitle] {
      let plain = PropertyList([
        .init(property: property, value: .attributedText(AttributedText(text: "b")))
      ])
      let list = PropertyList([.init(property: property, value: .attributedText(text))])
      #expect(look(list) != look(plain), "\(property)")
    }
  }

  @Test func everyPropertyReachesTheLook() {
    // These steer clients' animation.
    let silent: Set<Property> = [
      .contentAnimation, .transactionOnPress, .transactionOnRelease, .transactionAlways,
      .transactionAnimatesContent,
    ]
    for property in Property.allCases {
      var list = dressed
      if property == .activityIndicatorColorTransformer {
        list[.showsActivityIndicator] = .bool(true)
      }
      if property == .borderRadius {
        list[.borderShape] = .choice(ButtonConfiguration.BorderShape.roundedRectangle.rawValue)
      }
      if property == .titleAdjustsFontForContentSize { list[.titleFontSize] = .number(20) }
      if property == .subtitleAdjustsFontForContentSize { list[.subtitleFontSize] = .number(20) }
      var state = ControlState.normal
      var value = otherValue(of: property)
      if property == .automaticallyUpdateForSelection {
        state = .selected
        value = .bool(false)
      }
      if property == .indicator { value = .choice(1) }
      let before = look(list, state: state)
      list[property] = value
      #expect((look(list, state: state) != before) == !silent.contains(property), "\(property)")
    }
  }
}
