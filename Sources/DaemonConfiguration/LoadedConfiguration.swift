package import ButtonModel
package import ButtonProtocol
package import ButtonResolver

/// A configuration with everything that it names, read and found to be right.
package struct LoadedConfiguration: Sendable {
  /// A definition, and where it stands in a file.
  package struct Entry<Definition: Hashable & Sendable>: Hashable, Sendable {
    package let definition: Definition
    package let file: String
    package let place: TextPlace
    /// An id or a path, for remarks.
    let path: String

    package func remark(_ message: String) -> ConfigurationRemark {
      ConfigurationRemark(file, at: place, path: path, message)
    }
  }

  package typealias Definition = Entry<ButtonDefinition>
  package typealias Group = Entry<GroupDefinition>
  package typealias DerivedKey = Entry<KeyDerivation>

  package internal(set) var settings = DaemonSettings()
  package internal(set) var theme = Theme.builtIn
  /// In the order of the files' names, then of the files; ids are unique.
  package internal(set) var definitions: [Definition] = []
  /// In the file's order; ids are unique.
  package internal(set) var groups: [Group] = []
  /// In the file's order; names are unique.
  package internal(set) var derivedKeys: [DerivedKey] = []
  /// What has no effect, or is filled in.
  package internal(set) var warnings: [ConfigurationRemark] = []

  /// Nil unless the button's action names a source that does not exist.
  package func complaint(about button: Definition) -> String? {
    let names = settings.sources.map(\.name)
    var missing: String?
    button.definition.forEachAction { _, action in
      if let name = action.source, !names.contains(name) { missing = missing ?? name }
    }
    guard let name = missing else { return nil }
    return "its action names the source '\(name)', which sources does not have"
      + NearestName.advice(name, among: names)
  }

  /// No buttons, and the built-in theme.
  package init() {}
}

package struct KeyDerivation: Hashable, Sendable {
  package let key: UTF8String
  package let text: ExpressionText

  package init(key: UTF8String, text: ExpressionText) {
    self.key = key
    self.text = text
  }
}
