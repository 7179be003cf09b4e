import ButtonModel
package import ButtonProtocol

/// Reads configurations: the file, and the buttons and the theme that it names.
package struct ConfigurationLoader: Sendable {
  /// Themes that every configuration may name; nil for none.
  private let installedThemes: String?
  /// What `plugins.limits` may name.
  let figures: [Setting]
  /// Leaves out buttons, groups, derived keys and sources: clients say what there is.
  private let definesNothing: Bool

  package init(
    installedThemes: String? = nil, figures: [Setting] = [], definesNothing: Bool = false
  ) {
    self.installedThemes = installedThemes
    self.figures = figures
    self.definesNothing = definesNothing
  }

  /// Throws when anything is wrong.
  package func load(_ path: String) throws(ConfigurationError) -> LoadedConfiguration {
    try read(path, withAllThemes: false)
  }

  /// Also warns about themes that nobody has chosen.
  package func check(_ path: String) throws(ConfigurationError) -> LoadedConfiguration {
    try read(path, withAllThemes: true)
  }

  /// Refuses buttons of files whose definitions a scope shares.
  private func sharedButtons(
    _ definitions: [LoadedConfiguration.Definition], _ settings: DaemonSettings
  ) -> [ConfigurationRemark] {
    guard let scopes = settings.fleet?.scopes.filter({ !$0.definitions.isEmpty }), !scopes.isEmpty
    else { return [] }
    return definitions.compactMap { button in
      let id = UTF8String(button.definition.id)
      guard let scope = scopes.first(where: { $0.sharesDefinition(of: id) }) else { return nil }
      return button.remark(
        "the scope \(scope.name) shares the definition of this button: define it once with `buttonctl "
          + "buttons define`, or give it another id")
    }
  }

  /// A group need not be defined, but one that is almost named like another is a mistake.
  private func similarGroups(
    _ buttons: [LoadedConfiguration.Definition], _ groups: [LoadedConfiguration.Group]
  ) -> [ConfigurationRemark] {
    let names = groups.map(\.definition.id)
    var seen = Set(names)
    return buttons.compactMap { button in
      guard let name = button.definition.group, seen.insert(name).inserted,
        let nearest = NearestName.find(name, among: names)
      else { return nil }
      return button.remark(
        "group: '\(Excerpt(name))' is not defined here; did you mean '\(Excerpt(nearest))'?")
    }
  }

  private func read(
    _ path: String, withAllThemes: Bool
  ) throws(ConfigurationError) -> LoadedConfiguration {
    let file = try SourceFile(reading: path)
    var settings = SettingsReading(file, figures: figures)
    settings.read()
    var themes = ThemeReading(
      settings.settings.themes, installed: installedThemes, isExplicit: settings.namesThemes)
    themes.choose(settings.settings.theme, for: file)
    if withAllThemes { themes.checkAll() }
    let limits = settings.settings.limits
    var buttons = DefinitionReading(limit: limits.buttons, expressions: limits.expressions)
    buttons.read(file, folder: settings.folder)
    var derived = DerivedReading(limits.expressions)
    derived.read(file)
    var groups = GroupReading(limit: limits.groups, expressions: limits.expressions)
    groups.read(file)
    let errors =
      (settings.errors + derived.errors + groups.errors).sorted { $0.isBefore($1) } + themes.errors
      + buttons.errors + sharedButtons(buttons.definitions, settings.settings)
    guard errors.isEmpty else {
      throw ConfigurationError(Array(errors.prefix(ConfigurationError.maximumRemarks)))
    }
    var loaded = LoadedConfiguration()
    loaded.settings = settings.settings
    loaded.theme = themes.theme
    if definesNothing {
      loaded.settings.sources = []
    } else {
      loaded.definitions = buttons.definitions
      loaded.derivedKeys = derived.keys
      loaded.groups = groups.groups
    }
    loaded.warnings =
      settings.warnings + themes.warnings + buttons.warnings
      + similarGroups(buttons.definitions, groups.groups)
    return loaded
  }
}
