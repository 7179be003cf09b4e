import PluginHost
import TestSupport
import Testing

@Suite struct PublishedFiguresTests {
  @Test func theSchemaOfTheConfigurationHasEveryFigureWithItsRange() throws {
    let schema = try PublishedSchema("buttond.schema.json")
    let place = "properties/plugins/properties/limits/properties"
    let figures = SupervisionFigures.all
    #expect(schema.names(place) == ["startsAtOnce"] + figures.map(\.name))
    for figure in figures {
      let row = schema["\(place)/\(figure.name)"]
      #expect(number(row?["minimum"]) == figure.range.lowerBound, "\(figure.name)")
      #expect(number(row?["maximum"]) == figure.range.upperBound, "\(figure.name)")
    }
  }

  private func number(_ value: JSONTree?) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    case .null, .bool, .string, .array, .object, nil: nil
    }
  }
}
