import ButtonClient
import ButtonModel
import ButtonProtocol
import ButtonRender
import JSONRPC

/// A button that shows a style or handler of the plugin under development in one state.
package struct ShownButton: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case style
    /// Shown on a button of the style `plain`.
    case handler
  }

  /// What it shows, and with which arguments.
  package let row: GalleryRow
  /// The row's index among those of its style or handler; 0 has no arguments.
  let place: Int
  package let state: ShownState

  package var kind: Kind { row.handler == nil ? .style : .handler }

  /// As definitions name it: `warm/warm`.
  package var entry: String { row.handler ?? row.style }

  /// For example `style.warm.selected-highlighted`, or `style.warm.2.normal` with arguments.
  package var id: String { id(at: place, in: state) }

  package var hasArguments: Bool { place > 0 }

  /// The button to compare this one with: the one without arguments or, if it has none, the one in
  /// the normal state.
  package var originID: String { id(at: 0, in: hasArguments ? state : .normal) }

  private func id(at place: Int, in state: ShownState) -> String {
    let name = entry.split(separator: "/").last.map(String.init) ?? entry
    let row = place == 0 ? "" : ".\(place)"
    return "\(kind.rawValue).\(name)\(row).\(state.rawValue.replacing("+", with: "-"))"
  }

  /// The rows for which a sheet has room, on light and dark displays.
  private static let mostRows =
    LookSheet.maximumButtons / (ShownState.allCases.count * UserInterfaceStyle.allCases.count)

  /// Enough for a plugin with as many styles and handlers as it may have.
  static let mostPresses = 2_000

  /// The buttons for each style and handler of a plugin in every state, without arguments and with
  /// those from the manifest's values and examples; and the number of rows without room.
  static func all(
    of plugin: PluginInstaller.Outcome, in listing: StylesListResponse
  ) -> (buttons: [ShownButton], left: Int) {
    let entries =
      listing.styles.filter { $0.plugin == plugin.id }.map { ($0, false) }
      + listing.handlers.filter { $0.plugin == plugin.id }.map { ($0, true) }
    var room = max(0, mostRows - entries.count)
    var buttons: [ShownButton] = []
    var left = 0
    for (entry, isHandler) in entries {
      let (rows, missing) = GalleryRow.all(of: entry, isHandler: isHandler)
      let others = rows.filter { !$0.saysNothing(to: entry) }
      let shown = [GalleryRow.bare(entry, isHandler: isHandler)] + others.prefix(room)
      room -= shown.count - 1
      left += missing + others.count - (shown.count - 1)
      for (place, row) in shown.enumerated() {
        buttons += ShownState.allCases.map { ShownButton(row: row, place: place, state: $0) }
      }
    }
    return (buttons, left)
  }

  static func defineParams(_ buttons: some Sequence<ShownButton>) -> JSONDocument {
    JSONDocument { writer in
      writer.key(.buttons)
      writer.beginArray()
      for button in buttons { button.writeDefinition(into: &writer) }
      writer.endArray()
    }
  }

  private func writeDefinition(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member(.id, id)
    row.writeMembers(into: &writer)
    writer.key("configuration")
    writer.beginObject()
    writer.member("title", "Title")
    writer.endObject()
    for flag in state.flags { writer.member(flag.name, flag.value) }
    writer.endObject()
  }
}

extension GalleryRow {
  /// Its arguments equal the defaults.
  fileprivate func saysNothing(to entry: StyleListing) -> Bool {
    parameters.allSatisfy { argument in
      entry.parameters.contains {
        $0.name == argument.name && $0.defaultValue == argument.value
      }
    }
  }
}
