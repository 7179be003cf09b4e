import ButtonClient
import ButtonProtocol
import JSONRPC

/// One of the buttons on which a plugin's styles and handlers are shown: a style or handler in a state.
package struct ShownButton: Hashable, Sendable {
  /// What is shown: `warm/warm`.
  package let entry: String
  /// Whether that is a handler, which is shown on a button of the style `plain`.
  package let isHandler: Bool
  package let state: ShownState

  /// The button's id.
  package var id: String {
    let name = entry.split(separator: "/").last.map(String.init) ?? entry
    let state = state.rawValue.replacing("+", with: "-")
    return "\(isHandler ? "handler" : "style").\(name).\(state)"
  }

  /// The buttons for all that was installed, in all states.
  static func all(of outcome: PluginInstaller.Outcome) -> [ShownButton] {
    let entries = outcome.styles.map { ($0, false) } + outcome.handlers.map { ($0, true) }
    return entries.flatMap { entry, isHandler in
      ShownState.allCases.map { ShownButton(entry: entry, isHandler: isHandler, state: $0) }
    }
  }

  /// The params that define buttons.
  static func definition(of buttons: [ShownButton]) -> JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(.buttons)
    writer.beginArray()
    for button in buttons { button.write(into: &writer) }
    writer.endArray()
    writer.key(.wait)
    writer.string("published")
    writer.endObject()
    return JSONDocument(writer)
  }

  private func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key(.id)
    writer.string(id)
    writer.key("style")
    writer.string(isHandler ? "plain" : entry)
    if isHandler {
      writer.key("handler")
      writer.string(entry)
    }
    writer.key("configuration")
    writer.beginObject()
    writer.key("title")
    writer.string("Title")
    writer.endObject()
    for flag in state.flags {
      writer.key(flag.name)
      writer.bool(flag.value)
    }
    writer.endObject()
  }
}
