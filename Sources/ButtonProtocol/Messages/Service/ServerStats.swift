package import JSONRPC

/// Asks for the counters and gauges.
package struct ServerStatsRequest: Request, Hashable {
  package typealias Response = ServerStatsResponse
  package static let method = Method("server.stats", for: .read, "Counters and gauges.")

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

/// Counters and gauges by name.
package struct ServerStatsResponse: Message, Hashable {
  /// One number.
  package struct Figure: Hashable, Sendable {
    package var name: String
    package var value: Int

    package init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  package var durability: Durability?
  package var figures: [Figure] = []
  package var plugins: [PluginFigures] = []

  package init() {}

  package init(
    durability: Durability? = nil, figures: [Figure], plugins: [PluginFigures] = []
  ) {
    self.durability = durability
    self.figures = figures
    self.plugins = plugins
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("durability", &durability, "When changes survive a crash.")
    try fields.rest(&figures, as: FiguresForm())
    try fields.optional("plugins", &plugins, default: [], "In the order of `plugins.list`.")
  }

  /// The value of a figure; nil when the server has none of that name.
  package subscript(name: String) -> Int? { figures.first { $0.name == name }?.value }
}

/// Members that are whole numbers: those that `Metric.table` names, and what newer daemons have.
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

/// What is counted about one plugin.
package struct PluginFigures: WireObject, Hashable {
  package static var schema: Schema {
    .named("PluginFigures", "What is counted about one plugin.", .table(Self.self))
  }

  package var name = ""
  package var state = ""
  package var restarts = 0
  package var handlerTime: UInt64 = 0

  package init() {}

  package init(name: String, state: String, restarts: Int = 0, handlerTime: UInt64 = 0) {
    self.name = name
    self.state = state
    self.restarts = restarts
    self.handlerTime = handlerTime
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name)
    try fields.required("state", &state, as: .pluginState, "As in `plugins.list`.")
    try fields.expected("restarts", &restarts, "Times the worker was started again.")
    try fields.expected("handlerTime", &handlerTime, "Microseconds that its code has taken.")
  }
}
