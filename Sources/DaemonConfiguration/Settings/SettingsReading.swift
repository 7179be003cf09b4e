import ButtonModel
import ButtonProtocol
import JSONRPC

/// Reads the top level of a configuration file, and goes on after an error to find the next.
struct SettingsReading {
  private(set) var settings = DaemonSettings()
  private(set) var errors: [ConfigurationRemark] = []
  private(set) var warnings: [ConfigurationRemark] = []
  /// Whether the file says where themes are.
  private(set) var namesThemes = false
  let folder: Folder
  private let file: SourceFile
  private let figures: [Setting]

  init(_ file: SourceFile, figures: [Setting]) {
    self.file = file
    self.figures = figures
    folder = Folder(of: file.path)
  }

  mutating func read() {
    guard file.root.isObject || file.root.isNull else {
      errors += file.remarks(.wrongType(file.root, expected: "a mapping of settings"))
      return
    }
    checkNames()
    warnings += file.nullRemarks()
    namesThemes = Members(file.root).value("themes") != nil
    settings.socket = value("socket")
    settings.state = value("state")
    settings.durability = value("durability")
    settings.plugins = value("plugins") ?? settings.plugins
    settings.sandbox = value("sandbox") ?? settings.sandbox
    settings.access = value("access") ?? []
    settings.limits = value("limits", as: LimitSettings.self)?.limits ?? settings.limits
    settings.frame = value("frame") ?? settings.frame
    settings.theme = value("theme") ?? settings.theme
    settings.themes = value("themes", as: PathList.self)?.paths ?? []
    settings.traits = value("traits", as: TraitsRequest.self)?.filled(from: Traits()) ?? Traits()
    settings.logging = value("logging") ?? settings.logging
    readSources()
    readFleet()
    checkLines()
    for error in settings.plugins.limits.complaints(figures) {
      errors += file.remarks(error, under: "plugins.limits")
    }
    resolvePaths()
  }

  private mutating func value<Value: JSONDecodable>(
    _ name: StaticString, as type: Value.Type = Value.self
  ) -> Value? {
    do throws(ProtocolError) {
      return try Members(file.root).optional(name)
    } catch {
      errors += file.remarks(error)
      return nil
    }
  }

  /// A fleet's link sends up to 256 KiB in one line, which quoting more than doubles.
  private mutating func checkLines() {
    guard settings.fleet != nil, settings.limits.maxLineBytes < Limits().maxLineBytes else {
      return
    }
    errors += file.remarks(
      .invalidParams(
        "is less than \(Limits().maxLineBytes), which a fleet needs", path: "lineBytes"),
      under: "limits")
  }

  /// Goes on after a source that is wrong.
  private mutating func readSources() {
    guard let json = Members(file.root).value("sources") else { return }
    guard json.isObject else {
      errors += file.remarks(
        .wrongType(json, expected: "a mapping of names and sources"), under: "sources")
      return
    }
    for item in file.items(of: json, at: "sources") {
      guard let name = item.name else { continue }
      guard SourceDefinition.isValidName(name) else {
        errors.append(
          ConfigurationRemark(
            file.path, at: item.place, path: "sources",
            "'\(Excerpt(name))' is not a name of a source: use 1 to "
              + "\(SourceDefinition.maximumNameBytes) of A–Z, a–z, 0–9, _ and -"))
        continue
      }
      do throws(ProtocolError) {
        let source = try SourceDefinition(name: name, json: item.value, in: folder.path("."))
        if let conflict = source.conflict(with: settings.sources) {
          throw .invalidParams(
            "'\(conflict.claim)' overlaps '\(conflict.other)' of the source \(conflict.source): a "
              + "key has one source", path: source.key == nil ? "keys" : "key")
        }
        settings.sources.append(source)
      } catch {
        errors += file.remarks(error, under: "sources.\(name)")
      }
    }
  }

  /// Goes on after a scope that is wrong.
  private mutating func readFleet() {
    guard let json = Members(file.root).value("fleet") else { return }
    var fleet = value("fleet", as: FleetSettings.self) ?? FleetSettings()
    guard json.isObject else { return }
    if let scopes = Members(json).value("scopes") {
      guard scopes.isObject else {
        errors += file.remarks(
          .wrongType(scopes, expected: "a mapping of names and scopes"), under: "fleet.scopes")
        return
      }
      for item in file.items(of: scopes, at: "fleet.scopes") {
        guard let name = item.name else { continue }
        guard FleetScopeSettings.isValidName(name) else {
          errors.append(
            ConfigurationRemark(
              file.path, at: item.place, path: "fleet.scopes",
              "'\(Excerpt(name))' is not a name of a scope: use 1 to 64 of A–Z, a–z, 0–9, _ and -"))
          continue
        }
        do throws(ProtocolError) {
          var scope = try FleetScopeSettings(name: name, json: item.value)
          try checkKeys(of: scope, beside: fleet.scopes)
          scope.resolvePaths(in: folder)
          fleet.scopes.append(scope)
        } catch {
          errors += file.remarks(error, under: "fleet.scopes.\(name)")
        }
      }
    }
    settings.fleet = fleet
  }

  /// A key has one scope, and no source of this machine feeds it: sources cannot wait for the
  /// fleet.
  private func checkKeys(
    of scope: FleetScopeSettings, beside others: [FleetScopeSettings]
  ) throws(ProtocolError) {
    for other in others {
      guard let (mine, theirs) = scope.overlap(with: other) else { continue }
      throw .invalidParams(
        "'\(mine)' overlaps '\(theirs)' of the scope \(other.name): a key is shared through one "
          + "scope", path: "keys")
    }
    for source in settings.sources {
      for claim in source.claims {
        let glob = Glob(UTF8String(claim))
        for key in scope.keys
        where glob.overlaps(Glob(key)) || glob.overlaps(Glob(UTF8String("\(key).*"))) {
          throw .invalidParams(
            "'\(key)' overlaps '\(claim)' of the source \(source.name), which feeds keys of this "
              + "machine", path: "keys")
        }
      }
    }
  }

  private mutating func checkNames() {
    let names = DaemonSettings.names
    for (key, _) in file.root.members {
      let name = key.string
      if names.contains(name) { continue }
      errors.append(
        file.remark(
          at: name,
          "'\(Excerpt(name))' is not known here" + NearestName.advice(name, among: names)))
    }
  }

  private mutating func resolvePaths() {
    settings.socket = settings.socket.map(folder.path)
    settings.state = settings.state.map(folder.path)
    settings.plugins.paths = settings.plugins.paths.map(folder.path)
    settings.themes = (namesThemes ? settings.themes : ["themes"]).map(folder.path)
  }
}
