import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonService
import DaemonConfiguration
import UVLoop

/// The configuration in force, and its replacement: as a whole, in one tick, or not at all.
final class RunningConfiguration {
  typealias Outcome = Result<ServerReloadResponse, ConfigurationError>

  /// Some of them take effect at the next start.
  private(set) var settings: DaemonSettings
  /// Nil without a file.
  let path: String?
  /// A reload was requested before the start was over.
  var isReloadAwaited = false
  /// Until the start has defined its content.
  private var loaded: LoadedConfiguration?
  private let loader: ConfigurationLoader
  /// The start's, to which settings that need a restart are compared.
  private let initial: DaemonSettings
  private var theme: Theme
  private var buttons = FileButtons()
  private var groups = FileDefinitions<GroupDefinition> { $0.id }
  private var derivedKeys = FileDefinitions<KeyDerivation> { $0.key.string }
  private let engine: Engine
  private let service: Service
  /// Callbacks of the reading in progress, and of requests that came too late for it.
  private var isReading = false
  private var waiting: [(Outcome) -> Void] = []
  private var late: [(Outcome) -> Void] = []

  /// The most warnings in a reply.
  private static let maximumWarnings = 100

  init(
    _ loaded: LoadedConfiguration, from path: String?, loader: ConfigurationLoader,
    engine: Engine, service: Service
  ) throws {
    self.path = path
    self.loader = loader
    self.engine = engine
    self.service = service
    self.loaded = loaded
    settings = loaded.settings
    initial = loaded.settings
    theme = loaded.theme
    try engine.commit(Definitions(theme: RunningConfiguration.tokens(of: theme)), from: .file)
  }

  /// Defines the start's derived keys, groups and buttons once the plugins are known; returns
  /// warnings.
  func defineAll() throws -> [String] {
    guard let loaded else { preconditionFailure("they are defined once") }
    self.loaded = nil
    // What clients have done since the last start may conflict with a key; the others hold.
    var refusals: [String] = []
    for key in loaded.derivedKeys {
      do throws(EngineError) {
        try engine.commit(Definitions(keys: [change(to: key.definition)]), from: .file)
      } catch {
        refusals.append("\(key.remark(RunningConfiguration.words(for: error)))")
      }
    }
    derivedKeys.replace(with: loaded.derivedKeys.map(\.definition))
    let groups = loaded.groups.map(\.definition)
    let definitions = loaded.definitions.map(\.definition)
    let change = Definitions(groups: groups, buttons: definitions)
    do throws(EngineError) {
      try engine.commit(change, from: .file)
    } catch {
      throw ConfigurationError([remark(error, on: change, loaded.derivedKeys)])
    }
    self.groups.replace(with: groups)
    buttons.replace(with: definitions)
    return refusals + warnings(of: loaded)
  }

  /// Reads the files on another thread and puts them into force; `then` gets the outcome. A request
  /// during a reading waits for the next one, as files may have changed since.
  func reload(on loop: Loop, then: @escaping (Outcome) -> Void) {
    guard let path else { preconditionFailure("there is a file to read") }
    guard !isReading else { return late.append(then) }
    isReading = true
    waiting = [then]
    loop.offload { [loader] () -> Result<LoadedConfiguration, ConfigurationError> in
      Result { () throws(ConfigurationError) in try loader.load(path) }
    } then: { [self] read in
      isReading = false
      let outcome = read.flatMap { put($0) }
      let heard = waiting
      waiting = []
      for then in heard { then(outcome) }
      let next = late
      late = []
      guard let first = next.first else { return }
      reload(on: loop, then: first)
      waiting += next.dropFirst()
    }
  }

  private func put(_ loaded: LoadedConfiguration) -> Outcome {
    let definitions = loaded.definitions.map(\.definition)
    let groups = loaded.groups.map(\.definition)
    let derivations = loaded.derivedKeys.map(\.definition)
    let buttoning = buttons.change(to: definitions) { engine.definition(of: UTF8String($0)) }
    let grouping = self.groups.change(to: groups) { engine.groupDefinition(of: UTF8String($0)) }
    let deriving = derivedKeys.change(to: derivations) { name in
      engine.derivation(of: UTF8String(name)).map {
        KeyDerivation(key: UTF8String(name), text: $0.text)
      }
    }
    let changedTokens = theme.countOfChanges(to: loaded.theme)
    let change = Definitions(
      keys: deriving.removed.map { DerivationChange(UTF8String($0), nil) }
        + deriving.defined.map { self.change(to: $0) },
      groups: grouping.defined, removedGroups: grouping.removed.map { UTF8String($0) },
      buttons: buttoning.defined,
      removedButtons: Match(ids: buttoning.removed.map { UTF8String($0) }),
      theme: changedTokens == 0 ? nil : RunningConfiguration.tokens(of: loaded.theme))
    let before = engine.settings
    engine.settings.take(loaded.settings)
    let receipt: DefinitionReceipt
    do throws(EngineError) {
      receipt = try engine.commit(change, from: .file)
    } catch {
      engine.settings = before
      return .failure(ConfigurationError([remark(error, on: change, loaded.derivedKeys)]))
    }
    self.groups.replace(with: groups)
    derivedKeys.replace(with: derivations)
    theme = loaded.theme
    buttons.replace(with: definitions)
    settings = loaded.settings
    return .success(
      ServerReloadResponse(
        revision: receipt.revision, theme: settings.theme.description,
        tokensChanged: changedTokens, buttonsDefined: change.buttons.count,
        buttonsRemoved: buttoning.removed.count,
        warnings: warnings(of: loaded)))
  }

  private func change(to derivation: KeyDerivation) -> DerivationChange {
    guard let compiled = try? Derivation(kept: derivation.text) else {
      preconditionFailure("what is read from a file was compiled there")
    }
    return DerivationChange(derivation.key, compiled)
  }

  private static func words(for error: EngineError) -> String {
    ProtocolError(derivingKeys: error).message
  }

  private static func tokens(of theme: Theme) -> [(path: UTF8String, value: StateValue)] {
    theme.tokens.map { ($0.path, $0.value) }
  }

  private func remark(
    _ error: EngineError, on change: Definitions, _ keys: [LoadedConfiguration.DerivedKey]
  ) -> ConfigurationRemark {
    switch error {
    case .limitExceeded(let limit, let value, let index?) where index >= change.keys.count:
      let place = index - change.keys.count
      let inButtons = place - change.groups.count
      let name =
        inButtons < 0
        ? "the group '\(change.groups[place].id)'" : "the button '\(change.buttons[inButtons].id)'"
      let words =
        limit == "valueBytes"
        ? "has a value of more than \(value) bytes" : "is beyond the limit of \(value)"
      return ConfigurationRemark(path ?? "", path: "limits.\(limit)", "\(name) \(words)")
    case .limitExceeded(let limit, let value, nil):
      let unit =
        switch limit {
        case "definitionsBytes": "bytes of definitions"
        case "derivedKeys": "derived keys"
        case "derivedBytes": "bytes of derived keys"
        default: limit
        }
      return ConfigurationRemark(
        path ?? "", path: "limits.\(limit)",
        "with those that clients have defined there would be more than \(value) \(unit)")
    default: return remark(error, keys)
    }
  }

  private func remark(
    _ error: EngineError, _ keys: [LoadedConfiguration.DerivedKey]
  ) -> ConfigurationRemark {
    let name: String? =
      switch error {
      case .keyHasValue(let key): key
      case .derivationCycle(let path): path.first
      default: nil
      }
    let words = RunningConfiguration.words(for: error)
    let key = keys.first { $0.definition.key.string == name }
    return key?.remark(words) ?? ConfigurationRemark(path ?? "", path: "derived", words)
  }

  /// What has no effect, what has none before the next start, and which buttons name what does not
  /// exist.
  private func warnings(of loaded: LoadedConfiguration) -> [String] {
    var warnings = loaded.warnings.map(\.description)
    for key in settings.keysThatNeedARestart(from: initial) {
      warnings.append("\(path ?? ""): \(key): holds from the next start of the daemon on")
    }
    for button in loaded.definitions where warnings.count < RunningConfiguration.maximumWarnings {
      let complaints = [
        engine.complaint(about: button.definition), loaded.complaint(about: button),
      ]
      warnings += complaints.compactMap(\.self).map { "\(button.remark($0))" }
    }
    return Array(warnings.prefix(RunningConfiguration.maximumWarnings))
  }
}
