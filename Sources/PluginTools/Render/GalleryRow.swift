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
  /// are one of a few texts, as far as they are few; of the others one for each text, and one for each
  /// parameter that can be turned on.
  static func all(of entry: StyleListing, isHandler: Bool) -> [GalleryRow] {
    let bare = GalleryRow(
      style: isHandler ? "plain" : entry.name, handler: isHandler ? entry.name : nil)
    var rows = [bare]
    var others: [GalleryRow] = []
    let choices = entry.parameters.filter { $0.values.count > 1 }
      .sorted { ($1.values.count, $0.name) < ($0.values.count, $1.name) }
    for parameter in choices {
      let values = parameter.values.map { StateValue.string(UTF8String($0)) }
      if rows.count * values.count <= mostRows {
        rows = rows.flatMap { row in values.map { row.with(parameter.name, $0) } }
      } else {
        others += values.prefix(mostRows).filter { $0 != parameter.defaultValue }
          .map { bare.with(parameter.name, $0) }
      }
    }
    for parameter in entry.parameters where parameter.defaultValue == .bool(false) {
      others.append(bare.with(parameter.name, .bool(true)))
    }
    return rows + others.prefix(mostRows)
  }

  private func with(_ name: String, _ value: StateValue) -> GalleryRow {
    var row = self
    row.parameters.append(Parameter(name: name, value: value))
    return row
  }
}
