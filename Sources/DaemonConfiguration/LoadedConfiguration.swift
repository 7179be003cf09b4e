package import ButtonModel
package import ButtonProtocol
package import ButtonResolver

/// A configuration with everything that it names, read and found to be right.
package struct LoadedConfiguration: Sendable {
  /// A button from a file, and where it stands there.
  package struct Definition: Hashable, Sendable {
    package let definition: ButtonDefinition
    package let file: String
    package let place: TextPlace

    /// Something to be said about the button.
    package func remark(_ message: String) -> ConfigurationRemark {
      ConfigurationRemark(file, at: place, path: definition.id, message)
    }
  }

  /// A group of buttons from a file, and where it stands there.
  package struct Group: Hashable, Sendable {
    package let definition: GroupDefinition
    package let file: String
    package let place: TextPlace

    /// Something to be said about the group.
    package func remark(_ message: String) -> ConfigurationRemark {
      ConfigurationRemark(file, at: place, path: "groups.\(definition.id)", message)
    }
  }

  /// A derived key from a file, and where it stands there.
  package struct DerivedKey: Hashable, Sendable {
    package let derivation: KeyDerivation
    package let file: String
    package let place: TextPlace

    /// Something to be said about the key.
    package func remark(_ message: String) -> ConfigurationRemark {
      ConfigurationRemark(file, at: place, path: "derived.\(derivation.key)", message)
    }
  }

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
    let actions = [button.definition.action] + button.definition.menu.map(\.action)
    let names = settings.sources.map(\.name)
    guard let name = actions.compactMap({ $0?.source }).first(where: { !names.contains($0) }) else {
      return nil
    }
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
