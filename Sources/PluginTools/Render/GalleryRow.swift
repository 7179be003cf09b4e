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
      switch parameter.value {
      case .string(let text): text.string
      case .int(let number): "\(parameter.name) \(number)"
      case .double(let number): "\(parameter.name) \(number)"
      default: parameter.name
      }
    }
    return ([handler ?? style] + arguments).joined(separator: " · ")
  }

  /// No style has more rows than this.
  private static let mostRows = 32

  /// The rows that show all of a style or handler: one for every combination of the parameters that
  /// list their values or give examples, as long as these are few; of the others one for each value,
  /// and one for each parameter that can be turned on.
  static func all(of entry: StyleListing, isHandler: Bool) -> [GalleryRow] {
    let bare = GalleryRow(
      style: isHandler ? "plain" : entry.name, handler: isHandler ? entry.name : nil)
    var rows = [bare]
    var others: [GalleryRow] = []
    let choices = entry.parameters.map { ($0, $0.shownValues) }.filter { $0.1.count > 1 }
      .sorted { ($1.1.count, $0.0.name) < ($0.1.count, $1.0.name) }
    for (parameter, values) in choices {
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

extension ParameterListing {
  /// The values that a sheet shows: all that are allowed where they are listed, otherwise the examples.
  fileprivate var shownValues: [StateValue] {
    values.isEmpty ? examples : values.map { .string(UTF8String($0)) }
  }
}
