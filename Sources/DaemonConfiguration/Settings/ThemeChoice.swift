package import ButtonProtocol
package import JSONRPC

/// The theme in force: a name, or several files that make one theme together.
package struct ThemeChoice: Hashable, Sendable, JSONDecodable, CustomStringConvertible {
  /// Names of themes or files; later ones override earlier ones.
  package let names: [String]

  package init(_ names: [String]) { self.names = names }

  package init(json: JSONElement) throws(ProtocolError) {
    if !json.isString, !json.isArray {
      throw .wrongType(json, expected: "a theme's name, or a list of files that make one theme")
    }
    names = json.isString ? [try String(json: json)] : try [String](json: json)
    if names.isEmpty { throw .invalidParams("names no theme") }
  }

  /// The built-in theme, unless there is a file of that name.
  package var isDefault: Bool { names == [DaemonSettings.builtInTheme] }

  /// The themes' names, for people.
  package var description: String { names.joined(separator: " + ") }
}
