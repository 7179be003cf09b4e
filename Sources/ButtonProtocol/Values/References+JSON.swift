package import ButtonModel
package import JSONRPC

extension StyleReference: JSONDecodable, JSONEncodable {
  /// The name of a system style, or `plugin/style`.
  package init(json: JSONElement) throws(ProtocolError) {
    let name = try String(json: json)
    if name.utf8.contains(UInt8(ascii: "/")) {
      self = .plugin(try PluginEntry(json: json))
    } else if let style = SystemStyle(rawValue: name) {
      self = .system(style)
    } else {
      let advice = NearestName.advice(name, among: SystemStyle.allCases.map(\.rawValue))
      throw .notFound(
        "there is no system style '\(Excerpt(name))'"
          + (advice.isEmpty ? "; a plugin's is written PLUGIN/STYLE" : advice))
    }
  }

  package func write(into writer: inout JSONWriter) { writer.string(text) }

  package var text: String {
    switch self {
    case .system(let style): style.rawValue
    case .plugin(let entry): entry.text
    }
  }
}

extension PluginEntry: JSONDecodable, JSONEncodable {
  package init(json: JSONElement) throws(ProtocolError) {
    let text = try String(json: json)
    guard let entry = PluginEntry(text) else {
      throw .invalidParams("'\(Excerpt(text))' must have the form plugin/name")
    }
    self = entry
  }

  package func write(into writer: inout JSONWriter) { writer.string(text) }
}
