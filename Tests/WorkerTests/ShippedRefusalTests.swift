import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// What the shipped plugins say when something that they need is missing.
@Suite(.blocking) struct ShippedRefusalTests {
  private static let tokens: [(name: String, kind: String, value: StateValue)] = [
    ("button.danger.primary", "color", .json(##"["#102030FF"]"##)),
    ("button.danger.secondary", "color", .json(##"["#FFFFFFFF","#000000FF"]"##)),
    ("button.size.large", "dimension or number", .double(28)),
    ("button.radius.rounded", "dimension or number", .int(9)),
  ]

  @Test func aThemedButtonNamesTheTokenThatIsMissing() throws {
    let worker = try WorkerFixture(
      LoadFrame(
        libraryPath: Products.path("libThemed.so"), pluginID: "dev.buttond.themed",
        version: "1.0.0", styles: ["button", "green"]))
    try worker.hello()
    for count in 0...Self.tokens.count {
      let answer = try worker.resolve { batch in
        batch.add(BatchTraits(tint: 0))
        if let last = Self.tokens.prefix(count).last {
          _ = batch.add(
            key: UInt32(count), name: UTF8String("theme.\(last.name)"), value: last.value)
        }
        batch.addButton(
          BatchItem(handle: 1, style: 0),
          parameters: [
            Parameter(name: "display", value: .string("rounded")),
            Parameter(name: "size", value: .string("large")),
            Parameter(name: "type", value: .string("danger")),
          ], traits: [])
      }
      if count < Self.tokens.count {
        let token = Self.tokens[count]
        #expect(answer.items[0].status < 0)
        #expect(answer.items[0].message.string == "the theme has no \(token.kind) \(token.name)")
        #expect(answer.reads().contains("theme.\(token.name)"))
      } else {
        #expect(try answer.value(.backgroundColor) == .color(.rgba(0x1020_30FF)))
        #expect(try answer.value(.backgroundCornerRadius) == .number(9))
      }
    }
  }

  @Test func aTitleForHighlightedMustBeGiven() throws {
    let worker = try WorkerFixture(
      LoadFrame(
        libraryPath: Products.path("libCheckout.so"), pluginID: "dev.buttond.checkout",
        version: "1.0.0", handlers: ["highlighted-title"]))
    try worker.hello()
    let answer = try worker.resolve { $0.addButton(BatchItem(handle: 1, handler: 0)) }
    #expect(answer.items[0].status < 0)
    #expect(answer.items[0].message.string.contains("parameters.highlighted"))
  }
}
