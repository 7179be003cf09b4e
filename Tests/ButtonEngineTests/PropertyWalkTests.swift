import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import Testing

/// Every property of the registry, set by each of those who may set it, on its whole way to a client:
/// none is accepted and then without effect.
@Suite struct PropertyWalkTests {
  /// What else is set, so that a property has something to act on.
  private enum Scene: CaseIterable {
    case bare, dressed, spinning, selected, rounded, moving, grown

    var properties: PropertyList {
      var configuration = ButtonConfiguration()
      switch self {
      case .bare, .moving: break
      case .dressed:
        configuration.title = "a"
        configuration.subtitle = "b"
        configuration.image = "c"
        configuration.symbolEffect = .wiggle
        configuration.indicator = .popup
        configuration.progress = 0.5
        configuration.background.strokeWidth = 1
        configuration.background.shadow.opacity = 0.5
      case .grown:
        configuration.title = "a"
        configuration.subtitle = "b"
        configuration.titleFontSize = 20
        configuration.subtitleFontSize = 10
      case .spinning: configuration.showsActivityIndicator = true
      case .selected: configuration.automaticallyUpdateForSelection = true
      case .rounded: configuration.borderShape = .roundedRectangle
      }
      return configuration.properties
    }
  }

  /// All that a client is told of a button while it is pressed and released.
  private func told(
    _ scene: Scene, _ configuration: PropertyList = PropertyList(),
    stateValues: StateValues = StateValues(), plugin: PropertyList = PropertyList()
  ) throws -> [Wire] {
    let rig = Rig(plugins: [
      FakePlugin("p") { update in
        if scene == .moving { update.set(.transactionAlways, .text("easeInOut(0.2)")) }
        for entry in plugin.entries { update.set(entry.property, entry.value) }
      }
    ])
    var definition = ButtonDefinition.make("b", "p/style")
    var properties = scene.properties
    for entry in configuration.entries { properties.assign(entry.value, to: entry.property) }
    definition.configuration = ButtonConfiguration(properties: properties)
    definition.stateValues = stateValues
    definition.isSelected = .constant(scene == .selected)
    try rig.define(try read(definition))
    let client = rig.client()
    try rig.subscribe(client, traits: Traits(contentSize: scene == .grown ? .xL : .l))
    try rig.settle()
    var told = [try #require(client.looks["b"])]
    for event in [PressEvent.began(nil), .ended(nil)] {
      _ = client.take()
      // A busy button takes none.
      _ = try? rig.press(client, "b", event)
      try rig.settle(within: 1_000_000_000)
      told += client.lines.compactMap { $0["params"]?["buttons"] }
    }
    #expect(rig.violations == [])
    return told
  }

  /// The definition as it comes out of its own text.
  private func read(_ definition: ButtonDefinition) throws -> ButtonDefinition {
    var writer = JSONWriter()
    definition.write(into: &writer)
    let parser = JSONParser()
    var reader = DefinitionReader(path: "b")
    let read = try reader.definition(try parser.parse(writer.string))
    #expect(reader.warnings == [])
    return read
  }

  /// Values that are none of a property's defaults.
  private func values(of property: Property) -> [PropertyValue] {
    switch property.row.kind {
    case .bool: [.bool(true), .bool(false)]
    case .number(let range): [.number(range.contains(3) ? 3 : 0.25)]
    case .text: [.text("other")]
    case .choice(let names): names.indices.map { .choice(UInt8($0)) }
    case .color: [.color(.rgba(0x1234_5678))]
    case .effect: [.effect(.constant(.rgba(0x1234_5678)))]
    case .attributedText: [.attributedText(AttributedText(text: "other"))]
    case .fontEffect: [.text("weight(bold)")]
    case .transaction: [.text("easeInOut(0.3)")]
    case .textRuns: [.text(#"[{"text":"other","underline":true}]"#)]
    }
  }

  @Test(arguments: [PropertySetters.configuration, .stateValues, .plugin])
  func everyPropertyReachesTheClient(setter: PropertySetters) throws {
    let usual = try Dictionary(
      uniqueKeysWithValues: Scene.allCases.map { ($0, try told($0)) })
    for row in PropertyRegistry.rows where row.setters.contains(setter) {
      let reaches = try Scene.allCases.contains { scene in
        try values(of: row.property).contains { value in
          let list = PropertyList([.init(property: row.property, value: value)])
          let entry = StateValues.Entry(property: row.property, state: .normal, value: value)
          return try usual[scene]
            != told(
              scene, setter == .configuration ? list : PropertyList(),
              stateValues: setter == .stateValues ? StateValues(entries: [entry]) : StateValues(),
              plugin: setter == .plugin ? list : PropertyList())
        }
      }
      #expect(reaches, "\(row.name)")
    }
  }
}
