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

  package internal(set) var settings = DaemonSettings()
  package internal(set) var theme = Theme.builtIn
  /// In the order of the files' names, and in the files' order; no two have one id.
  package internal(set) var definitions: [Definition] = []
  /// What has no effect, or is filled in.
  package internal(set) var warnings: [ConfigurationRemark] = []

  /// What holds where no file says otherwise: no buttons, the built-in theme.
  package init() {}
}
