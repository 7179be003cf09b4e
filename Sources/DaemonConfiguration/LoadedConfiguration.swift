package import ButtonModel
package import ButtonProtocol
package import ButtonResolver

/// A configuration with everything that it names, read and found to be right.
package struct LoadedConfiguration: Sendable {
  /// What a file defines, and where it stands there.
  package struct Entry<Definition: Hashable & Sendable>: Hashable, Sendable {
    package let definition: Definition
    package let file: String
    package let place: TextPlace
    /// What remarks call it: an id or a path.
    let path: String

    /// Something to be said about it.
    package func remark(_ message: String) -> ConfigurationRemark {
      ConfigurationRemark(file, at: place, path: path, message)
    }
  }

  package typealias Definition = Entry<ButtonDefinition>
  package typealias Group = Entry<GroupDefinition>
  package typealias DerivedKey = Entry<KeyDerivation>

  package internal(set) var settings = DaemonSettings()
  package internal(set) var theme = Theme.builtIn
  /// In the order of the files' names, and in the files' order; no two have one id.
  package internal(set) var definitions: [Definition] = []
  /// In the file's order; no two have one id.
  package internal(set) var groups: [Group] = []
  /// In the file's order; no two have one name.
  package internal(set) var derivedKeys: [DerivedKey] = []
  /// What has no effect, or is filled in.
  package internal(set) var warnings: [ConfigurationRemark] = []

  /// What is to be said about a button whose action names a source that is not there; nil otherwise.
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

  /// What holds where no file says otherwise: no buttons, the built-in theme.
  package init() {}
}

/// A key, and what it is derived by.
package struct KeyDerivation: Hashable, Sendable {
  package let key: UTF8String
  package let text: ExpressionText

  package init(key: UTF8String, text: ExpressionText) {
    self.key = key
    self.text = text
  }
}
