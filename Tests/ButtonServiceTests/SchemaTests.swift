import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// The published description of the protocol has the names that the tables have.
@Suite struct SchemaTests {
  static let document = Result { try PublishedSchema("openrpc.json") }

  @Test func everyMethodIsThereWithItsRight() throws {
    let methods = try #require(try Self.document.get()["methods"]).elements
    let described = methods.map { ($0["name"]?.string ?? "", $0["x-role"]?.string ?? "") }
    let table = MethodTable.methods.map { ("\($0.name)", $0.requiredRole.rawValue) }
    #expect(described.count == table.count)
    #expect(Dictionary(described) { $1 } == Dictionary(table) { $1 })
  }

  @Test func everyErrorIsThereWithItsCode() throws {
    let document = try Self.document.get()
    let reasons = ErrorReason.allCases
    #expect(document.names("components/errors") == reasons.map(\.rawValue))
    #expect(
      reasons.map { document["components/errors/\($0.rawValue)/code"]?.int } == reasons.map(\.code))
    let codes = document["components/schemas/Error/properties/code/enum"]?.elements.map(\.int)
    #expect(codes == reasons.map(\.code))
  }

  @Test(arguments: [
    ("Status/properties/reason/enum", ButtonStatus.Reason.allCases.map(\.rawValue)),
    ("Plugin/properties/state/enum", PluginState.allCases.map(\.rawValue)),
    ("Parameter/properties/type/enum", ParameterKind.names),
    ("Phase/enum", PressPhase.allCases.map(\.rawValue)),
    ("Role/enum", Role.allCases.map(\.rawValue)),
    ("StyleReference/anyOf/0/enum", SystemStyle.allCases.map(\.rawValue)),
    ("Color/anyOf/1/enum", NamedColor.allCases.map(\.name)),
    ("Appearance/properties/titleTextStyle/enum", TextStyle.names.map(\.string)),
    ("Animation/oneOf/0/properties/curve/enum", Animation.Curve.names.map(\.string)),
  ])
  func aChoiceHasTheNamesOfItsTable(place: String, names: [String]) throws {
    #expect(try Self.document.get().texts("components/schemas/\(place)") == names)
  }

  @Test func traitsHaveTheNamesOfTheirTables() throws {
    let traits = "components/schemas/Traits/properties/"
    for (place, names) in [
      ("userInterfaceStyle", UserInterfaceStyle.allCases.map(\.rawValue)),
      ("contrast", Contrast.allCases.map(\.rawValue)),
      ("contentSize", ContentSize.allCases.map(\.rawValue)),
      ("layoutDirection", LayoutDirection.allCases.map(\.rawValue)),
    ] {
      #expect(try Self.document.get().texts("\(traits)\(place)/enum") == names, "\(place)")
    }
  }

  @Test func everyFigureOfTheStatsIsAMetric() throws {
    let place = try "methods/\(statsIndex)/result/schema/properties"
    let described = try Self.document.get().names(place)
    #expect(
      Set(described)
        == Set(Metric.table.map(\.figure)).union([
          "version", "durability", "plugins", "sources", "leases", "fleet",
        ]))
  }

  private var statsIndex: Int {
    get throws {
      let methods = try #require(try Self.document.get()["methods"]).elements
      return try #require(methods.firstIndex { $0["name"]?.string == "server.stats" })
    }
  }
}
