import ButtonStore
import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

extension Service {
  /// `hello`: who is who, and what this server can do.
  func hello(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try HelloRequest(params: call.params)
    if let missing = request.require.first(where: { !capabilities.contains($0) }) {
      throw ProtocolError(
        .capabilityMissing,
        "this server lacks \"\(missing)\"; it has \(capabilities.joined(separator: ", "))",
        path: "params.require")
    }
    call.session.client = request.client
    if let role = request.role { call.session.role = min(role, call.session.role) }
    HelloResponse(
      server: "buttond", version: version, protocolVersion: 1, epoch: engine.epoch,
      revision: engine.revision, tick: engine.tick, role: call.session.role,
      capabilities: capabilities, limits: limits
    ).write(into: &output)
    return .answered
  }

  /// `ping`: still there.
  func ping(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    EmptyResponse().write(into: &output)
    return .answered
  }

  /// `sync`: everything so far has been published.
  func sync(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try SyncRequest(params: call.params)
    engine.sync(
      call.ticket, timeout: UInt64(request.timeoutMs ?? Service.syncTimeoutMs) * 1_000_000,
      now: call.now)
    return .later
  }

  /// How long `sync` waits unless told.
  private static let syncTimeoutMs = 5_000

  /// `styles.list`: what a definition may name.
  func stylesList(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    var styles = SystemStyle.allCases.map { StyleListing(name: $0.rawValue, title: $0.rawValue) }
    var handlers: [StyleListing] = []
    for (descriptor, _, _) in engine.plugins {
      styles += descriptor.styles.map { listing($0, of: descriptor) }
      handlers += descriptor.handlers.map { listing($0, of: descriptor) }
    }
    StylesListResponse(styles: styles, handlers: handlers).write(into: &output)
    return .answered
  }

  /// `plugins.list`: the plugins and how they are doing.
  func pluginsList(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let plugins = engine.plugins.map { descriptor, status, buttons in
      PluginListing(
        name: descriptor.name, id: descriptor.id, version: descriptor.version,
        path: descriptor.path, state: status.state.rawValue, pid: status.pid.map { Int($0) },
        restarts: status.restarts, lastError: status.lastError, buttons: buttons)
    }
    PluginsListResponse(plugins: plugins).write(into: &output)
    return .answered
  }

  /// `server.stats`: counters and gauges.
  func serverStats(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let counters = engine.statistics
    let figures: [(String, Int)] = [
      ("revision", Int(clamping: engine.revision)), ("tick", Int(clamping: engine.tick)),
      ("keys", engine.store.presentKeyCount), ("stateBytes", engine.store.valueBytes),
      ("buttons", engine.buttonCount), ("unsettledButtons", engine.unsettledCount),
      ("ticks", Int(clamping: counters.ticks)), ("frames", Int(clamping: counters.frames)),
      ("resolves", Int(clamping: counters.resolves)), ("looks", Int(clamping: counters.looks)),
      ("batches", Int(clamping: counters.batches)),
      ("lateAnswers", Int(clamping: counters.lateAnswers)),
      ("staleAnswers", Int(clamping: counters.staleAnswers)),
      ("changeSets", Int(clamping: counters.changeSets)),
      ("writes", Int(clamping: counters.writes)),
      ("updateRequests", Int(clamping: counters.updateRequests)),
      ("stalledClients", engine.blockedConnectionCount),
    ]
    ServerStatsResponse(
      figures: figures.map { ServerStatsResponse.Figure($0.0, $0.1) } + additionalFigures()
    ).write(into: &output)
    return .answered
  }

  private func listing(_ entry: EntryDescriptor, of plugin: PluginDescriptor) -> StyleListing {
    StyleListing(
      name: "\(plugin.name)/\(entry.name)", title: entry.title, plugin: plugin.id,
      documentation: entry.documentation,
      parameters: entry.parameters.map { parameter in
        ParameterListing(
          name: parameter.name, type: parameter.kind.rawValue,
          defaultValue: parameter.defaultValue, minimum: parameter.minimum,
          maximum: parameter.maximum, values: parameter.values,
          documentation: parameter.documentation)
      })
  }
}
