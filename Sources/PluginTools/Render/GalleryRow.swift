import ButtonModel
import ButtonProtocol

/// One row of a gallery: a style or handler with some arguments.
struct GalleryRow: Hashable, Sendable {
  /// The style that is drawn.
  var style: String
  var handler: String?
  var parameters: [Parameter]

  init(style: String, handler: String? = nil, parameters: [Parameter] = []) {
    self.style = style
    self.handler = handler
    self.parameters = parameters
  }

  /// What stands before the row.
  var label: String {
    let arguments = parameters.map { parameter in
      if case .string(let text) = parameter.value { return text.string }
      return parameter.name
    }
    return ([handler ?? style] + arguments).joined(separator: " · ")
  }

  /// No style has more rows than this.
  private static let mostRows = 32

  /// The rows that show all of a style or handler: one for every combination of those parameters that
  /// are one of a few texts, as far as they are few; of the others one for each text.
  static func all(of entry: StyleListing, isHandler: Bool) -> [GalleryRow] {
    var rows = [
      GalleryRow(
        style: isHandler ? "plain" : entry.name, handler: isHandler ? entry.name : nil)
    ]
    var others: [GalleryRow] = []
    for parameter in entry.parameters where parameter.values.count > 1 {
      func with(_ row: GalleryRow, _ text: String) -> GalleryRow {
        var row = row
        row.parameters.append(
          Parameter(name: parameter.name, value: .string(UTF8String(text))))
        return row
      }
      if rows.count * parameter.values.count <= mostRows {
        rows = rows.flatMap { row in parameter.values.map { with(row, $0) } }
      } else if let plain = rows.first {
        var bare = plain
        bare.parameters = []
        let usual = parameter.defaultValue
        others += parameter.values.prefix(mostRows)
          .filter { .string(UTF8String($0)) != usual }.map { with(bare, $0) }
      }
    }
    return rows + others
  }
}
