package import ButtonEngine
import ButtonExpressions
import ButtonModel
import ButtonProtocol

/// How indices in the engine's errors become paths in the request.
enum RequestPlaces {
  /// The name of the key at an index.
  case values((Int) -> String)
  case operations
  case derivations
  case definitions([ButtonDefinition])
  case groups
  /// A patch: the params are the one definition.
  case patch(ButtonDefinition)
  /// An id, and maybe a gesture.
  case button
  /// A button, and an item of its menu.
  case menu
  /// A request that was answered later.
  case later
}

extension ProtocolError {
  /// `revision` is the present one.
  init(_ error: EngineError, in places: RequestPlaces, revision: UInt64 = 0) {
    switch error {
    case .invalidKey(let index):
      let path = places.path(index)
      let name = path.map { String($0.dropFirst("params.values.".count)) } ?? ""
      self = .invalidKey(name, path: path)
    case .invalidOperation(let index, let message):
      self = .invalidParams(places.explain(index, message), path: places.path(index))
    case .derivedKey(let index, let key):
      self.init(
        .derivedKey,
        "'\(Excerpt(key))' is derived from other keys: write those, or end it with state.derive",
        path: places.path(index))
    case .clockKey(let index):
      self.init(
        .derivedKey,
        "the clock sets clock.second, clock.minute and clock.local: choose another key",
        path: places.path(index))
    case .shared(let refusal, let index):
      self.init(refusal, path: index.flatMap(places.path))
    case .keyHasValue(let key):
      self = .invalidParams(
        "'\(Excerpt(key))' has a value already: remove that first, or choose another name",
        path: places.path(ofKey: key))
    case .derivationCycle(let path):
      self = .invalidParams(
        "'\(Excerpt(path.first ?? ""))' would depend on itself: \(RequestPlaces.words(for: path))",
        path: places.path(ofKey: path.first ?? ""))
    case .conflict(let key, let changedAt):
      self = .conflict(
        "'\(Excerpt(key))' changed at revision \(changedAt), after ifRevision: read it and try again",
        revision: revision)
    case .revisionAhead(let current):
      self = .conflict(
        "ifRevision is later than the present revision \(current)", revision: current)
    case .limitExceeded(let limit, let value, let index):
      self = .limitExceeded(
        limit, value: value, "the limit \(limit) of \(value) would be exceeded",
        path: index.flatMap(places.path))
    case .notFound(let kind, let name, let nearest, let index):
      self = .notFound(
        "there is no \(kind) '\(Excerpt(name))'\(NearestName.advice(nearest))",
        path: places.path(of: kind, index))
    case .configurationRequired(let index):
      self.init(
        .configurationRequired,
        "a handler needs a configuration: leave configuration out or give an object",
        path: places.member("handler", index))
    case .pluginUnavailable(let plugin, let index):
      self.init(
        .pluginUnavailable, "no plugin '\(Excerpt(plugin))' is installed",
        path: places.path(naming: plugin, index))
    case .invalidParameter(let index, let name, let message):
      self = .invalidParams(
        "parameter '\(Excerpt(name))': \(message)", path: places.member("parameters.\(name)", index)
      )
    case .invalidMember(let index, let path, let message):
      self = .invalidParams(message, path: places.member(path, index))
    case .invalidExpression(let index, let path, let message, let limit):
      self.init(expression: message, beyond: limit, path: places.member(path, index))
    case .disabled(let isBusy):
      self.init(
        .disabled, "the button is \(isBusy ? "busy" : "disabled") and takes no press",
        path: places.path(of: "button", nil))
    case .hidden:
      self.init(
        .disabled, "the button is hidden and takes no press", path: places.path(of: "button", nil))
    case .itemDisabled(let item):
      self.init(
        .disabled, "the item '\(Excerpt(item))' is disabled: it cannot be chosen",
        path: places.path(of: "item", nil))
    case .guarded(let failure):
      self.init(
        .guarded,
        failure.map { "the condition of the button's action fails: \($0)" }
          ?? "the condition of the button's action is false",
        path: places.path(of: "button", nil))
    case .notDurable(let isApplied, let revision):
      self.init(
        .notDurable,
        isApplied
          ? "the change stands in memory but could not be written to disk; the daemon's log says why"
          : "nothing was applied: changes cannot be written to disk at the moment, and durability is"
            + " strict; the daemon's log says why, try again later")
      self.revision = revision
      applied = isApplied
    case .timeout(let revision):
      self.init(.timeout, "not everything was published in time; what was applied stays applied")
      self.revision = revision
    }
  }
}

extension ProtocolError {
  init(_ refusal: SharedRefusal, path: String?) {
    switch refusal {
    case .unavailable(let scope, let message): self = .fleetUnavailable(scope, message)
    case .readOnly(let scope): self = .readOnly(scope)
    case .mixed(let local, let shared):
      self = .invalidParams(
        "'\(Excerpt(local))' is this daemon's alone, and '\(Excerpt(shared))' is answered when the "
          + "fleet has it: change them one after the other", path: path)
    case .twoScopes(let one, let other):
      self = .invalidParams(
        "'\(Excerpt(one))' and '\(Excerpt(other))' are of two scopes: change them one after the other",
        path: path)
    case .leased(let key):
      self = .invalidParams(
        "'\(Excerpt(key))' is shared with other daemons and takes no lease", path: path)
    case .reserved(let key):
      self.init(
        .forbidden, "'\(Excerpt(key))' tells how the fleet is doing: the daemon sets it", path: path
      )
    case .derived(let key):
      self = .invalidParams(
        "'\(Excerpt(key))' is shared with other daemons, or tells how the fleet is doing: derive "
          + "another key", path: path)
    }
  }

  /// With a limit, the expression is too large; otherwise it is invalid.
  init(expression message: String, beyond limit: ExpressionError.Limit?, path: String?) {
    self =
      limit.map { .limitExceeded($0.name, value: $0.value, message, path: path) }
      ?? .invalidParams(message, path: path)
  }

  /// Creates the error for keys that a file derives.
  package init(derivingKeys error: EngineError) { self.init(error, in: .derivations) }
}

extension EngineError {
  /// The places for a later answer. Only a press's action can fail that late with an index.
  var laterPlaces: RequestPlaces {
    switch self {
    case .invalidKey, .invalidOperation, .derivedKey, .clockKey, .shared: .button
    case .keyHasValue, .derivationCycle, .conflict, .revisionAhead, .limitExceeded, .notFound,
      .configurationRequired, .pluginUnavailable, .invalidParameter, .invalidMember,
      .invalidExpression, .disabled, .hidden, .itemDisabled, .guarded, .notDurable, .timeout:
      .later
    }
  }
}

extension RequestPlaces {
  fileprivate func path(_ index: Int) -> String? {
    switch self {
    case .values(let name): "params.values.\(name(index))"
    case .operations: "params.operations[\(index)]"
    case .definitions: "params.buttons[\(index)]"
    case .groups: "params.groups[\(index)]"
    case .patch: "params"
    case .button: "params.id"
    case .menu: "params.item"
    case .derivations, .later: nil
    }
  }

  fileprivate func path(ofKey name: String) -> String? {
    if case .derivations = self { "params.keys.\(name)" } else { nil }
  }

  /// The keys of a cycle, in order; of a long one the first and the last.
  fileprivate static func words(for path: [String]) -> String {
    let most = 32
    let names = path.map { "\(Excerpt($0))" }
    if names.count <= most { return names.joined(separator: " → ") }
    let ends = names.prefix(most / 2) + ["… \(names.count - most) more …"] + names.suffix(most / 2)
    return ends.joined(separator: " → ")
  }

  fileprivate func member(_ name: String, _ index: Int?) -> String? {
    switch self {
    case .definitions: index.map { "params.buttons[\($0)].\(name)" }
    case .groups: index.map { "params.groups[\($0)].\(name)" }
    case .patch: "params.\(name)"
    case .values, .operations, .derivations, .button, .menu, .later: nil
    }
  }

  fileprivate func path(of kind: String, _ index: Int?) -> String? {
    switch self {
    case .definitions, .patch: member(kind, index)
    case .button: kind == "gesture" ? "params.gesture" : "params.id"
    case .menu: "params.\(kind)"
    case .groups, .values, .operations, .derivations, .later: nil
    }
  }

  fileprivate func path(naming plugin: String, _ index: Int?) -> String? {
    let definition: ButtonDefinition
    switch self {
    case .definitions(let definitions):
      guard let index, index < definitions.count else { return nil }
      definition = definitions[index]
    case .patch(let patched): definition = patched
    case .groups, .values, .operations, .derivations, .button, .menu, .later: return nil
    }
    if case .plugin(let entry) = definition.style, entry.plugin == plugin {
      return member("style", index)
    }
    return member("handler", index)
  }

  fileprivate func explain(_ index: Int, _ message: String) -> String {
    switch self {
    case .button:
      return index == EngineError.placeOfSelection
        ? "togglesSelection: \(message)" : "operation \(index) of the button's action: \(message)"
    case .menu:
      return index == EngineError.placeOfSelection
        ? "menuSelection: \(message)" : "operation \(index) of the item's action: \(message)"
    case .groups, .values, .operations, .derivations, .definitions, .patch, .later: return message
    }
  }
}
