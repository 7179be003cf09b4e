import ButtonModel
import ButtonProtocol
import ButtonResolver
import DaemonConfiguration
import Foundation
import PluginHost
import TestSupport
import Testing

/// Configurations that are right.
struct ConfigurationTests {
  private let folder = TemporaryFolder()

  @Test func anEmptyFileIsTheDefaults() throws {
    for text in ["", "# nothing\n", "{}\n"] {
      let loaded = try load(text)
      var expected = DaemonSettings()
      expected.themes = [folder.file("themes")]
      #expect(loaded.settings == expected)
      #expect(loaded.theme == Theme.builtIn)
      #expect(loaded.definitions == [])
      #expect(loaded.warnings == [])
    }
  }

  @Test func aGroupThatIsAlmostNamedLikeAnotherIsAWarning() throws {
    let loaded = try load(
      """
      groups: {till: {}}
      buttons:
        a: {style: plain, group: tll}
        b: {style: plain, group: till}
        c: {style: plain, group: kitchen}
        d: {style: plain, group: tll}
      """)
    #expect(
      loaded.warnings.map(\.message) == [
        "group: 'tll' is not defined here; did you mean 'till'?"
      ])
  }

  /// Takes the `#` from every line of a key of the shipped file.
  @Test func theShippedFileShowsTheDefaults() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Config/buttond.yaml"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { line -> Substring in
      // Prose has one space behind the sign.
      let isProse = line.hasPrefix("# ") && !line.hasPrefix("#  ")
      return line.hasPrefix("#") && !isProse ? line.dropFirst() : line
    }
    try Folder.make(folder.file("themes"))
    let loaded = try load(shown.joined(separator: "\n"))
    var settings = loaded.settings
    #expect(settings.socket == "/run/buttond/buttond.sock")
    settings.socket = nil
    #expect(settings.state == "/var/lib/buttond")
    settings.state = nil
    #expect(settings.durability == .relaxed)
    settings.durability = nil
    #expect(settings.sandbox == .bestEffort)
    #expect(settings.themes == [folder.file("themes")])
    settings.themes = []
    #expect(settings.logging.level == .info && settings.logging.format == .text)
    settings.logging = DaemonSettings().logging
    #expect(settings.plugins.limits.startsAtOnce == 1)
    let usual = ConfigurationTests.figures.map { ("\($0.name)", $0.usual) }
    #expect(settings.plugins.limits.figures == Dictionary(uniqueKeysWithValues: usual))
    settings.plugins = DaemonSettings().plugins
    #expect(settings.sources.map(\.name) == ["volume", "updates"])
    settings.sources = []
    #expect(settings.fleet?.scopes.map(\.name) == ["shop-4"])
    settings.fleet = nil
    #expect(settings == DaemonSettings())
    #expect(loaded.definitions.map(\.definition.id) == ["help"])
    #expect(loaded.warnings == [])
  }

  /// So thirty machines have one file.
  @Test func theHostsNameStandsInTextsOfAFleet() throws {
    let loaded = try load(
      """
      fleet:
        name: ${HOSTNAME}
        scopes:
          s:
            engine: rediss://till-${HOSTNAME}@hub:6380
            secret: /secrets/${HOSTNAME}.secret
            keys: [a]
      """)
    let host = ProcessInfo.processInfo.hostName
    let fleet = try #require(loaded.settings.fleet)
    #expect(fleet.name == host)
    #expect(fleet.scopes[0].engine == "rediss://till-\(host)@hub:6380")
    #expect(fleet.scopes[0].secret == "/secrets/\(host).secret")
  }

  @Test func sourcesAreRead() throws {
    let loaded = try load(
      """
      sources:
        volume: {run: [pactl-follow, -v], keys: [audio.*, "b?"], silentAfter: 2.5s, user: root}
        updates: {run: [sh, -c, "x | y"], every: 600, format: waybar, key: bar.updates}
      """)
    let sources = loaded.settings.sources
    #expect(sources.map(\.name) == ["volume", "updates"])
    #expect(sources[0].command == ["pactl-follow", "-v"])
    #expect(sources[0].claims == ["audio.*", "b?"])
    #expect(sources[0].silentAfter == 2_500_000_000)
    #expect(sources[0].user == "root")
    #expect(sources[0].format == .json)
    #expect(sources[0].folder == "\(folder.path)/.")
    #expect(sources[1].interval == 600_000_000_000)
    #expect(sources[1].claims.first == "bar.updates.text")
    #expect(sources[1].claims.count == 5)
  }

  @Test func everyKeyIsRead() throws {
    let loaded = try load(
      """
      socket: run/b.sock
      state: /var/lib/buttond
      durability: relaxed
      plugins:
        paths: [mine, /opt/plugins]
        disabled: [pill]
        limits: {startsAtOnce: 3, intensity: 2, batchTimeMs: 100.5}
      sandbox: strict
      access:
        - {user: 54321, role: press}
        - {group: 100, role: read}
      limits: {connections: 12, lineBytes: 2 MiB, stallTimeout: 5, requestRate: 10}
      frame: {maxRate: 60, deadline: 4}
      traits: {userInterfaceStyle: dark, tint: systemPink}
      logging: {level: debug, format: json}
      """)
    let settings = loaded.settings
    #expect(settings.socket == folder.file("run/b.sock"))
    #expect(settings.state == "/var/lib/buttond")
    #expect(settings.durability == .relaxed)
    #expect(settings.plugins.paths == [folder.file("mine"), "/opt/plugins"])
    #expect(settings.plugins.disabled == ["pill"])
    #expect(settings.plugins.limits.startsAtOnce == 3)
    #expect(settings.plugins.limits.figures == ["intensity": 2, "batchTimeMs": 100.5])
    #expect(settings.sandbox == .strict)
    #expect(settings.access.map(\.subject) == [.user(54_321), .group(100)])
    #expect(settings.access.map(\.role) == [.press, .read])
    #expect(settings.limits.connections == 12)
    #expect(settings.limits.maxLineBytes == 2 << 20)
    #expect(settings.limits.stallTimeout == 5_000)
    #expect(settings.limits.requestRate == 10)
    #expect(settings.frame.maxRate == 60 && settings.frame.deadline == 4_000_000)
    #expect(
      settings.traits == Traits(userInterfaceStyle: .dark, tint: .named(.systemPink)))
    #expect(settings.logging.level == .debug && settings.logging.format == .json)
    #expect(loaded.warnings.isEmpty)
  }

  @Test(arguments: [
    "- id: shop.add\n  style: gray\n", "buttons:\n  - {id: shop.add, style: gray}\n",
    "shop.add: {style: gray}\n", "buttons:\n  shop.add:\n    style: gray\n",
    "id: shop.add\nstyle: gray\n", "shop.add: {id: shop.add, style: gray}\n",
  ])
  func buttonsHaveManyForms(text: String) throws {
    try Folder.make(folder.file("buttons.d"))
    folder.write(text, to: "buttons.d/a.yaml")
    let loaded = try load("")
    let expected = ButtonDefinition(id: "shop.add", style: .system(.gray))
    #expect(loaded.definitions.map(\.definition) == [expected])
    #expect(loaded.definitions.first?.file == folder.file("buttons.d/a.yaml"))
  }

  @Test func buttonsComeFromTheFileItselfAndFromEveryFileNamed() throws {
    for name in ["buttons.d", "more"] { try Folder.make(folder.file(name)) }
    folder.write("one: {style: plain}", to: "buttons.d/1.yaml")
    folder.write("# nothing yet", to: "buttons.d/2.yml")
    folder.write("[{\"id\": \"three\", \"style\": \"plain\"}]", to: "buttons.d/3.json")
    folder.write("not read", to: "buttons.d/.hidden.yaml")
    folder.write("not read", to: "buttons.d/notes.txt")
    folder.write("four: {style: plain}", to: "more/4.yaml")
    folder.write("five: {style: plain}", to: "5.yaml")
    func ids(_ text: String) throws -> [String] {
      try load(text).definitions.map(\.definition.id)
    }
    #expect(try ids("") == ["one", "three"])
    #expect(try ids("buttons: {zero: {style: plain}}") == ["zero", "one", "three"])
    #expect(try ids("buttons: [{id: zero, style: plain}]") == ["zero", "one", "three"])
    #expect(try ids("buttons: more") == ["four"])
    #expect(
      try ids("buttons: [5.yaml, {id: zero, style: plain}, more, buttons.d]")
        == ["zero", "five", "four", "one", "three"])
    #expect(try ids("buttons: []") == ["one", "three"])
  }

  @Test func whatHasNoEffectOnAButtonIsAWarning() throws {
    let loaded = try load(
      """
      buttons:
        a:
          style: plain
          titleEdgeInsets: {top: 1}
      """)
    #expect(
      loaded.warnings.map(\.description) == [
        folder.file("buttond.yaml")
          + ":4:5: buttons.a.titleEdgeInsets: has no effect on a configured button"
      ])
  }

  @Test func themesAreFoundByNameAndTheirGapsFilled() throws {
    for name in ["themes", "mine", "installed"] { try Folder.make(folder.file(name)) }
    func theme(_ color: String) -> String {
      ##"{"button": {"primary": {"$type": "color", "primary": {"$value": "\##(color)"}}}}"##
    }
    folder.write(theme("#111111"), to: "themes/shop.tokens.json")
    folder.write(theme("#222222"), to: "mine/shop.tokens.json")
    folder.write(theme("#333333"), to: "installed/night.tokens.json")
    folder.write(theme("#444444"), to: "installed/shop.tokens.json")
    func primary(_ text: String) throws -> StateValue? {
      try load(text, installed: folder.file("installed")).theme["button.primary.primary"]?.value
    }
    #expect(try primary("theme: shop") == .json(##"["#111111FF"]"##))
    #expect(try primary("theme: shop\nthemes: mine") == .json(##"["#222222FF"]"##))
    #expect(try primary("theme: shop\nthemes: [mine, themes]") == .json(##"["#222222FF"]"##))
    #expect(try primary("theme: night") == .json(##"["#333333FF"]"##))
    #expect(try primary("theme: default") == Theme.builtIn["button.primary.primary"]?.value)
    let warnings = try load("theme: shop").warnings.map(\.description)
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.hasPrefix("\(folder.file("themes/shop.tokens.json")):1:2: ") == true
        && warnings.first?.contains(" more; the built-in theme's values are used") == true)
  }

  @Test func onlyACheckReadsThemesThatNobodyHasChosenAndTheyDoNotCount() throws {
    try Folder.make(folder.file("themes"))
    folder.write("{}", to: "themes/good.tokens.json")
    folder.write("[]", to: "themes/bad.tokens.json")
    let path = folder.write("theme: good", to: "buttond.yaml")
    _ = try ConfigurationLoader().load(path)
    let warnings = try ConfigurationLoader().check(path).warnings.map(\.description)
    #expect(
      warnings.last == folder.file("themes/bad.tokens.json")
        + ":1:1: must be an object of groups and tokens (this theme is not in force)")
  }

  @Test func severalFilesMakeOneTheme() throws {
    try Folder.make(folder.file("themes"))
    folder.write(
      ##"{"brand": {"$type": "color", "violet": {"$value": "#663399"}}}"##,
      to: "export.tokens.json")
    folder.write(
      ##"{"button": {"primary": {"primary": {"$value": "{brand.violet}"}}}}"##,
      to: "themes/mapping.tokens.json")
    for text in [
      "theme: [export.tokens.json, mapping.tokens.json]", "theme: [./export.tokens.json, mapping]",
    ] {
      let loaded = try load(text)
      #expect(
        loaded.theme["button.primary.primary"]?.value == .json(##"["#663399FF"]"##), "\(text)")
    }
    #expect(
      try load("theme: [export.tokens.json, mapping.tokens.json]").settings.theme.description
        == "export.tokens.json + mapping.tokens.json")
    folder.write(
      ##"{"button": {"primary": {"primary": {"$value": "{brand.vilet}"}}}}"##,
      to: "themes/mapping.tokens.json")
    let error = try #require(throws: ConfigurationError.self) {
      try load("theme: [export.tokens.json, mapping.tokens.json]")
    }
    #expect(
      "\(error)" == folder.file("themes/mapping.tokens.json")
        + ":1:37: button.primary.primary: 'brand.vilet' does not exist; did you mean 'brand.violet'?"
    )
    let missing = try #require(throws: ConfigurationError.self) {
      try load("theme: [export.tokens.json, maping.tokens.json]")
    }
    #expect("\(missing)".contains("theme[1]: there is no theme 'maping.tokens.json'"), "\(missing)")
  }

  @Test func aFileThatIsNoThemeIsNamedForWhatItIs() throws {
    try Folder.make(folder.file("themes"))
    let resolver = ##"{"version": "2025.10", "resolutionOrder": [{"$ref": "#/sets/base"}]}"##
    for name in [
      "shop.resolver.json", "export.json", "themes/shop.tokens.json", "light.json5", "brand.yaml",
    ] {
      folder.write(resolver, to: name)
    }
    for (theme, text) in [
      ("shop.resolver.json", "theme: 'shop.resolver.json' is a resolver file: it says how files"),
      ("shop", "themes/shop.tokens.json:1:1: is a resolver file: it says how files"),
      (
        "export.json",
        "theme: a file of tokens is called NAME.tokens.json: rename 'export.json'"
      ),
      ("light.json5", "theme: a theme is JSON: convert 'light.json5', which is JSON5, to NAME"),
      ("brand.yaml", "theme: a theme is JSON: convert 'brand.yaml', which is YAML, to NAME"),
    ] {
      let error = try #require(throws: ConfigurationError.self) { try load("theme: \(theme)") }
      #expect("\(error)".contains(text), "\(error)")
    }
  }

  // MARK: What YAML and JSON do not do

  @Test func aColourWithoutQuotesIsTold() throws {
    let loaded = try load(
      """
      socket: b.sock
      buttons:
        a:
          style: gray
          configuration:
            title: é   # a title
            baseBackgroundColor: #ff0000
            baseForegroundColor: #FFF
            subtitle: #1 in town
            image:
            imagePlacement: ~
            background: {cornerRadius: 4}
          # nothing
          action: {operations: [{op: set, key: k, value: null}], payload: {x: null}}
        b: {style: gray, configuration: null, group: null}
      theme: #shop
      """)
    let path = "buttons.a.configuration"
    #expect(
      loaded.warnings.map(\.description)
        == [
          "7:7: \(path).baseBackgroundColor: is null, because # begins a comment; quote the colour: "
            + ##""#ff0000""##,
          "8:7: \(path).baseForegroundColor: is null, because # begins a comment; quote the colour: "
            + ##""#FFF""##,
          "9:7: \(path).subtitle: is null, because # begins a comment; quote the text: \"#1\"",
          "10:7: \(path).image: has no value, which counts as left out; give it one, or remove it",
          "11:7: \(path).imagePlacement: is null, which counts as left out",
          "15:41: buttons.b.group: is null, which counts as left out",
          "16:1: theme: is null, because # begins a comment; quote the text: \"#shop\"",
        ].map { "\(folder.file("buttond.yaml")):\($0)" })
  }

  @Test func aColourThatEndsAFlowMappingIsTold() throws {
    let error = try #require(throws: ConfigurationError.self) {
      try load(
        """
        buttons:
          a: {style: gray, configuration: {baseBackgroundColor: #ff0000}}
          b: {style: gray}
        """)
    }
    #expect("\(error)".hasSuffix("; # begins a comment in line 2: quote the colour"), "\(error)")
  }

  @Test(arguments: [
    (
      "{\n  // the brand\n  \"a\": 1}",
      "2:3: the name of a member is missing; JSON has no comments: remove this one"
    ),
    ("{\"a\": {},}", "1:10: the name of a member is missing; remove the comma before this"),
    ("{a: 1}", "1:2: the name of a member is missing; JSON has names in double quotes"),
    ("{'a': 1}", "1:2: the name of a member is missing; JSON's quotes are double"),
    ("{\"a\": 'x'}", "1:7: this is not a JSON value; JSON's quotes are double"),
    ("{\"a\": red}", "1:7: this is not a JSON value; text stands in double quotes"),
    ("{\"a\": [1, 2,]}", "1:13: this is not a JSON value; remove the comma before this"),
    ("{\"a\": 1 /* x */}", "1:9: ',' or '}' is missing; JSON has no comments: remove this one"),
  ])
  func whatJSON5AllowsIsExplained(text: String, message: String) throws {
    try Folder.make(folder.file("themes"))
    folder.write(text, to: "themes/shop.tokens.json")
    let error = try #require(throws: ConfigurationError.self) { try load("theme: shop") }
    #expect("\(error)" == "\(folder.file("themes/shop.tokens.json")):\(message)")
  }

  @Test func aRelativePathStartsAtTheFileEvenWithoutAFolder() throws {
    let loaded = try load("socket: /run/b.sock\nplugins: {paths: a}")
    #expect(loaded.settings.socket == "/run/b.sock")
    #expect(loaded.settings.plugins.paths == [folder.file("a")])
  }

  @Test func whatARestartIsNeededForIsNamed() throws {
    let old = try load("socket: a\nplugins: {disabled: [pill]}").settings
    #expect(old.keysThatNeedARestart(from: old) == [])
    let new = try load(
      """
      socket: b
      plugins: {paths: [x], limits: {intensity: 1}}
      limits: {lineBytes: 2 MiB, keys: 5}
      traits: {contrast: high}
      frame: {maxRate: 5}
      logging: {level: error}
      theme: default
      """
    ).settings
    #expect(
      new.keysThatNeedARestart(from: old) == [
        "socket", "plugins.paths", "plugins.disabled", "plugins.limits", "limits.lineBytes",
        "traits",
      ])
  }

  @Test func manyButtonsAreReadInTimeThatGrowsWithTheirNumber() throws {
    let count = scaled(2_000)
    let text = (0..<count).map { "b\($0): {style: gray, configuration: {title: T\($0)}}\n" }
    try Folder.make(folder.file("buttons.d"))
    folder.write(text.joined(), to: "buttons.d/many.yaml")
    let definitions = try load("").definitions
    #expect(definitions.count == count)
    #expect(definitions.last?.place == TextPlace(line: count, column: 1))
  }

  private func load(
    _ text: String, installed: String? = nil
  ) throws -> LoadedConfiguration {
    let path = folder.write(text, to: "buttond.yaml")
    return try ConfigurationLoader(
      installedThemes: installed, figures: ConfigurationTests.figures
    ).load(path)
  }

  /// Figures as the plugin host has them.
  static let figures = SupervisionFigures.all.map(\.setting)
}
