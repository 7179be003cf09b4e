import ButtonModel
package import JSONRPC

package struct ServerStatsRequest: Request, Hashable {
  package typealias Response = ServerStatsResponse
  package static let method = Method("server.stats", for: .read, "Counters and gauges.")

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

package struct ServerStatsResponse: Message, Hashable {
  package struct Figure: Hashable, Sendable {
    package var name: String
    package var value: Int

    package init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  package var version: String?
  package var durability: Durability?
  package var figures: [Figure] = []
  package var plugins: [PluginFigures] = []
  package var sources: [SourceFigures] = []
  package var leases: [LeaseFigures] = []
  package var fleet: [FleetScopeStatus] = []

  package static let maximumLeases = 64

  package init() {}

  package init(
    version: String? = nil, durability: Durability? = nil, figures: [Figure],
    plugins: [PluginFigures] = [], sources: [SourceFigures] = [], leases: [LeaseFigures] = [],
    fleet: [FleetScopeStatus] = []
  ) {
    self.version = version
    self.durability = durability
    self.figures = figures
    self.plugins = plugins
    self.sources = sources
    self.leases = leases
    self.fleet = fleet
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("version", &version, "The daemon's release.")
    try fields.optional("durability", &durability, "When changes survive a crash.")
    try fields.rest(&figures, as: FiguresForm())
    try fields.optional("plugins", &plugins, default: [], "In the order of `plugins.list`.")
    try fields.optional("sources", &sources, default: [], "In the order of `sources.list`.")
    try fields.optional("leases", &leases, default: [], "The first 64 by name.")
    try fields.optional("fleet", &fleet, default: [], "As in `fleet.status`.")
  }
}

/// Whole numbers: those that `Metric.table` names, and those that newer daemons have.
package struct FiguresForm: FieldForm {
  package var schema: Schema { .members(Metric.table.map { ($0.figure, .count, $0.help) }) }

  package func read(_ json: JSONElement) throws(ProtocolError) -> [ServerStatsResponse.Figure] {
    var figures: [ServerStatsResponse.Figure] = []
    for (name, value) in json.members {
      if let number = value.int { figures.append(.init(name.string, Int(number))) }
    }
    return figures
  }

  package func write(_ figures: [ServerStatsResponse.Figure], into writer: inout JSONWriter) {
    for figure in figures {
      writer.key(figure.name)
      writer.int(figure.value)
    }
  }
}

package struct LeaseFigures: WireObject, Hashable {
  package static var schema: Schema {
    .named("LeaseFigures", "What is counted about one lease.", .table(Self.self))
  }

  package var name = ""
  package var keys = 0
  package var lostKeys = 0
  package var holders = 0

  package init() {}

  package init(name: String, keys: Int, lostKeys: Int, holders: Int) {
    self.name = name
    self.keys = keys
    self.lostKeys = lostKeys
    self.holders = holders
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name)
    try fields.expected("keys", &keys, "State keys that belong to it.")
    try fields.expected("lostKeys", &lostKeys, "Those of them that nothing feeds any more.")
    try fields.expected("holders", &holders, "Clients and feeds that hold it.")
  }
}

package struct PluginFigures: WireObject, Hashable {
  package static var schema: Schema {
    .named("PluginFigures", "What is counted about one plugin.", .table(Self.self))
  }

  package var name = ""
  package var state = ""
  package var restarts = 0
  package var poisoned = 0
  package var handlerTime: UInt64 = 0

  package init() {}

  package init(_ plugin: PluginListing) {
    name = plugin.name
    state = plugin.state
    restarts = plugin.restarts
    poisoned = plugin.detail?.poisoned ?? 0
    handlerTime = plugin.handlerTime
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name)
    try fields.required("state", &state, as: .pluginState, "As in `plugins.list`.")
    try fields.expected("restarts", &restarts, "Times the worker was started again.")
    try fields.expected("poisoned", &poisoned, "As in `plugins.list`.")
    try fields.expected("handlerTime", &handlerTime, "Microseconds that its code has taken.")
  }
}

package struct SourceFigures: WireObject, Hashable {
  package static var schema: Schema {
    .named("SourceFigures", "What is counted about one source.", .table(Self.self))
  }

  package var name = ""
  package var state = ""
  package var isUp = false
  package var restarts = 0
  package var lines = 0
  package var refusedLines = 0

  package init() {}

  package init(_ source: SourceListing) {
    name = source.name
    state = source.state
    isUp = (SourceState(rawValue: source.state)?.isUp ?? false) && !source.isLost
    restarts = source.restarts
    lines = source.lines
    refusedLines = source.refusedLines
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name)
    try fields.required("state", &state, as: .sourceState, "As in `sources.list`.")
    try fields.required("up", &isUp, "Whether it delivers: neither down nor silent for too long.")
    try fields.expected("restarts", &restarts, "Times it was started again after a death.")
    try fields.expected("lines", &lines, "Lines, or outputs of runs, that were taken.")
    try fields.expected("refusedLines", &refusedLines, "Those that were not.")
  }
}
