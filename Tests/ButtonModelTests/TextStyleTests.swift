import ButtonModel
import Testing

@Suite struct TextStyleTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let style: String
    let pointSize: Double
    let lineHeight: Double
    let weight: String
    /// Points by content size.
    let sizes: [String: Double]
    var testDescription: String { style }
  }

  @Test(arguments: try Table.rows("text-styles", as: Row.self))
  func eachStyleHasItsSizeWeightAndLineHeight(_ row: Row) throws {
    let style = try #require(TextStyle(name: row.style))
    #expect(style.pointSize == row.pointSize)
    #expect(style.lineHeight == row.lineHeight)
    #expect(style.weight.name.string == row.weight)
    #expect(row.sizes.count == ContentSize.allCases.count)
    for size in ContentSize.allCases {
      #expect(style.pointSize(for: size) == row.sizes[size.rawValue], "\(size.rawValue)")
    }
  }

  @Test func theTableCoversEveryStyle() throws {
    let names = try Table.rows("text-styles", as: Row.self).map(\.style)
    #expect(names == TextStyle.names.map(\.string))
  }
}
