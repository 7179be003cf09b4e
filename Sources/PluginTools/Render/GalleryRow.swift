import ButtonModel
import ButtonProtocol
package import JSONRPC

/// One row of a gallery: a style or handler with some arguments.
package struct GalleryRow: Hashable, Sendable {
  var style: String
  var handler: String?
  var parameters: [Parameter]

  init(style: String, handler: String? = nil, parameters: [Parameter] = []) {
    self.style = style
    self.handler = handler
    self.parameters = parameters
  }

  package var label: String {
    let arguments = parameters.map { parameter in
      switch parameter.value {
      case .string(let text): text.string
      case .int(let number): "\(parameter.name) \(number)"
      case .double(let number): "\(parameter.name) \(number)"
      case .bool(false): "\(parameter.name) false"
      case .bool(true), .null, .json: parameter.name
      }
    }
    return ([handler ?? style] + arguments).joined(separator: " · ")
  }

  /// The most rows of combinations of an entry, and of rows for one argument each: as many as a
  /// parameter may have examples.
  private static let most = (combined: 32, single: 256)

  /// All rows of a style or handler, and the number without room: one row for every combination of
  /// the parameters that list their values or give examples, as long as these are few; of the
  /// others one for each value, and one for each parameter that can be turned on.
  static func all(
    of entry: StyleListing, isHandler: Bool
  ) -> (rows: [GalleryRow], left: Int) {
    let bare = GalleryRow.bare(entry, isHandler: isHandler)
    var rows = [bare]
    var others: [GalleryRow] = []
    let choices = entry.parameters.map { ($0, $0.shownValues) }.filter { $0.1.count > 1 }
      .sorted { ($1.1.count, $0.0.name) < ($0.1.count, $1.0.name) }
    for (parameter, values) in choices {
      if rows.count * values.count <= most.combined {
        rows = rows.flatMap { row in values.map { row.with(parameter.name, $0) } }
      } else {
        others += values.filter { $0 != nil && $0 != parameter.defaultValue }
          .map { bare.with(parameter.name, $0) }
      }
    }
    for parameter in entry.parameters where parameter.defaultValue == .bool(false) {
      let on = bare.with(parameter.name, .bool(true))
      if !rows.contains(on) { others.append(on) }
    }
    return (rows + others.prefix(most.single), max(0, others.count - most.single))
  }

  /// The row without arguments.
  static func bare(_ entry: StyleListing, isHandler: Bool) -> GalleryRow {
    GalleryRow(style: isHandler ? "plain" : entry.name, handler: isHandler ? entry.name : nil)
  }

  /// Writes the members of a definition of a button that shows the row.
  func writeMembers(into writer: inout JSONWriter) {
    writer.member("style", style)
    writer.member("handler", ifPresent: handler)
    writeArguments(into: &writer)
  }

  /// Writes the member `parameters`, if there are any.
  package func writeArguments(into writer: inout JSONWriter) {
    guard !parameters.isEmpty else { return }
    writer.key("parameters")
    writer.beginObject()
    for parameter in parameters {
      writer.key(parameter.name)
      parameter.value.write(into: &writer)
    }
    writer.endObject()
  }

  /// Nil leaves the argument out.
  private func with(_ name: String, _ value: StateValue?) -> GalleryRow {
    guard let value else { return self }
    var row = self
    row.parameters.append(Parameter(name: name, value: value))
    return row
  }
}

extension ParameterListing {
  /// The values that a sheet shows: all listed ones, or else the examples, preceded by nil for the
  /// default unless that is an example.
  fileprivate var shownValues: [StateValue?] {
    guard values.isEmpty else { return values.map { StateValue.string(UTF8String($0)) } }
    let shown: [StateValue?] = examples
    return examples.isEmpty || shown.contains(defaultValue) ? shown : [nil] + shown
  }
}
