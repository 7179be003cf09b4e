import ButtonClient
import ButtonProtocol
import JSONRPC

/// A button that shows one style or handler of the plugin under development in one state.
package struct ShownButton: Hashable, Sendable {
  /// Which of a plugin's functions a button shows.
  package enum Kind: String, Hashable, Sendable {
    case style
    /// A handler is shown on a button of the style `plain`.
    case handler
  }

  package let kind: Kind
  /// The style or handler, as definitions name it: `warm/warm`.
  package let entry: String
  package let state: ShownState

  /// The button's id, such as `style.warm.selected-highlighted`.
  package var id: String {
    let name = entry.split(separator: "/").last.map(String.init) ?? entry
    return "\(kind.rawValue).\(name).\(state.rawValue.replacing("+", with: "-"))"
  }

  /// One button for each style and handler of an installed plugin, in every state.
  static func all(of plugin: PluginInstaller.Outcome) -> [ShownButton] {
    let styles = plugin.styles.map { (Kind.style, $0) }
    let handlers = plugin.handlers.map { (Kind.handler, $0) }
    return (styles + handlers).flatMap { kind, entry in
      ShownState.allCases.map { ShownButton(kind: kind, entry: entry, state: $0) }
    }
  }

  /// The params of a `buttons.define` that defines the buttons and waits until they are published.
  static func defineParams(_ buttons: [ShownButton]) -> JSONDocument {
    JSONDocument { writer in
      writer.key(.buttons)
      writer.beginArray()
      for button in buttons { button.writeDefinition(into: &writer) }
      writer.endArray()
      writer.member(.wait, "published")
    }
  }

  private func writeDefinition(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member(.id, id)
    switch kind {
    case .style:
      writer.member("style", entry)
    case .handler:
      writer.member("style", "plain")
      writer.member("handler", entry)
    }
    writer.key("configuration")
    writer.beginObject()
    writer.member("title", "Title")
    writer.endObject()
    for flag in state.flags { writer.member(flag.name, flag.value) }
    writer.endObject()
  }
}
