import ButtonModel
import ButtonProtocol

extension LaneTable {
  /// Routes the definition or, without a route, says why.
  func lenientRoute(_ definition: ButtonDefinition) -> Route {
    do {
      return try route(definition, index: 0)
    } catch {
      return Route(base: base(definition.style), problem: problem(error, definition))
    }
  }

  /// The system style that replaces a style, as far as it is known.
  private func base(_ style: StyleReference) -> SystemStyle {
    switch style {
    case .system(let style): return style
    case .plugin(let entry):
      let lane = try? lane(of: entry, index: 0)
      let style = lane?.descriptor.styles.first { $0.name == entry.name }
      return style?.base ?? .plain
    }
  }

  func route(_ definition: ButtonDefinition, index: Int) throws(EngineError) -> Route {
    var route = Route()
    switch definition.style {
    case .system(let style): route.base = style
    case .plugin(let entry):
      let lane = try lane(of: entry, index: index)
      let descriptor = lane.descriptor
      guard let style = descriptor.styles.firstIndex(where: { $0.name == entry.name }) else {
        throw missing("style", entry, among: descriptor.styles, index)
      }
      route.base = descriptor.styles[style].base
      route.isBare = descriptor.styles[style].isBare
      route.stages.append(
        ButtonRecord.Stage(
          lane: lane.id, style: UInt16(style), handler: ButtonRecord.Stage.none))
    }
    if let entry = definition.handler {
      let lane = try lane(of: entry, index: index)
      let descriptor = lane.descriptor
      guard let handler = descriptor.handlers.firstIndex(where: { $0.name == entry.name }) else {
        throw missing("handler", entry, among: descriptor.handlers, index)
      }
      if route.stages.last?.lane == lane.id {
        route.stages[0].handler = UInt16(handler)
      } else {
        route.stages.append(
          ButtonRecord.Stage(
            lane: lane.id, style: ButtonRecord.Stage.none, handler: UInt16(handler)))
      }
    }
    try setParameters(of: definition, &route, index)
    if definition.configuration == nil {
      route.stages = []
      route.isBare = false
    }
    return route
  }

  /// Describes what a definition names that is missing or unfit.
  private func problem(_ error: EngineError, _ definition: ButtonDefinition) -> Route.Problem {
    let handler = definition.handler
    var style: PluginEntry?
    if case .plugin(let entry) = definition.style { style = entry }
    switch error {
    case .pluginUnavailable(let plugin, _):
      return Route.Problem(
        reason: .pluginMissing, plugin: plugin,
        message: "no plugin '\(Excerpt(plugin))' is installed")
    case .notFound(let kind, let name, let nearest, _):
      let entry = style?.text == name && kind == "style" ? style : handler
      return Route.Problem(
        reason: .pluginMissing, plugin: entry?.plugin ?? "",
        message: "there is no \(kind) '\(name)'"
          + NearestName.advice(nearest))
    case .invalidParameter(_, let name, let message):
      return Route.Problem(
        reason: .handlerFailed, plugin: (style ?? handler)?.plugin ?? "",
        message: "parameters.\(name): \(message)")
    case .invalidKey, .invalidOperation, .derivedKey, .clockKey, .shared, .keyHasValue,
      .derivationCycle,
      .conflict, .revisionAhead, .limitExceeded,
      .configurationRequired, .invalidMember, .invalidExpression, .disabled, .hidden, .itemDisabled,
      .guarded,
      .notDurable,
      .timeout:
      preconditionFailure("finding a route refuses nothing else")
    }
  }

  private func lane(of entry: PluginEntry, index: Int) throws(EngineError) -> Lane {
    let found =
      all.first { $0.descriptor.shortName == entry.plugin }
      ?? all.first { $0.descriptor.id == entry.plugin }
    guard let found else { throw .pluginUnavailable(plugin: entry.plugin, index: index) }
    return found
  }

  private func missing(
    _ kind: String, _ entry: PluginEntry, among entries: [EntryDescriptor], _ index: Int
  ) -> EngineError {
    .notFound(
      kind: kind, name: entry.text,
      nearest: NearestName.find(entry.name, among: entries.map(\.name)).map {
        "\(entry.plugin)/\($0)"
      }, index: index)
  }

  /// Takes the definition's parameters, and the declared defaults of the rest. Throws for
  /// undeclared parameters and invalid values.
  private func setParameters(
    of definition: ButtonDefinition, _ route: inout Route, _ index: Int
  ) throws(EngineError) {
    var declared: [ParameterDescriptor] = []
    for stage in route.stages {
      let descriptor = self[stage.lane].descriptor
      if stage.style != ButtonRecord.Stage.none {
        declared += descriptor.styles[Int(stage.style)].parameters
      }
      if stage.handler != ButtonRecord.Stage.none {
        declared += descriptor.handlers[Int(stage.handler)].parameters
      }
    }
    func kinds(of name: String) throws(EngineError) -> [ParameterKind] {
      let kinds = declared.filter { $0.name == name }.map(\.kind)
      if kinds.isEmpty {
        let nearest = NearestName.find(name, among: declared.map(\.name))
        throw .invalidParameter(
          index: index, name: name,
          message: "neither the style nor the handler takes it"
            + NearestName.advice(nearest))
      }
      return kinds
    }
    for binding in definition.bindings.entries {
      guard case .parameter(let name) = binding.target else { continue }
      route.boundKinds[name] = try kinds(of: name)
    }
    for parameter in definition.parameters {
      for kind in try kinds(of: parameter.name) {
        guard let complaint = kind.refusal(of: parameter.value) else { continue }
        throw .invalidParameter(index: index, name: parameter.name, message: complaint)
      }
    }
    var parameters = definition.parameters
    for declaration in declared {
      guard let value = declaration.defaultValue,
        !parameters.contains(where: { $0.name == declaration.name })
      else { continue }
      parameters.append(Parameter(name: declaration.name, value: value))
    }
    route.parameters = parameters
  }
}

/// How a button is resolved: through which lanes, and on which system style.
struct Route {
  /// Why a button cannot be resolved as defined; installing a plugin may help.
  struct Problem: Equatable {
    let reason: ButtonStatus.Reason
    let plugin: String
    let message: String
  }

  var stages: [ButtonRecord.Stage] = []
  var base = SystemStyle.plain
  var isBare = false
  /// The definition's, else the defaults of the manifests.
  var parameters: [Parameter] = []
  /// The kinds that style and handler declare for bound parameters.
  var boundKinds: [String: [ParameterKind]] = [:]
  /// If set, there are no stages: the button shows the fallback with this as its status.
  var problem: Problem?
}
