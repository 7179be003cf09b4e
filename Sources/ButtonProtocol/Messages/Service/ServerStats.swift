package import JSONRPC

/// Asks for the counters and gauges.
package struct ServerStatsRequest: Request, Hashable {
  package typealias Response = ServerStatsResponse
  package static let method: StaticString = "server.stats"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
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

  /// When changes survive a crash.
  package var durability: Durability?
  package var figures: [Figure]

  /// What is counted about each plugin, in the order of `plugins.list`.
  package var plugins: [PluginFigures]

  package init(
    durability: Durability? = nil, figures: [Figure], plugins: [PluginFigures] = []
  ) {
    self.durability = durability
    self.figures = figures
    self.plugins = plugins
  }

  package init(_ members: Members) throws(ProtocolError) {
    durability = try members.optional("durability")
    figures = []
    plugins = try members.optional("plugins", default: [])
    guard let object = members.object else { return }
    for (name, value) in object.members {
      if let number = value.int { figures.append(Figure(name.string, Int(number))) }
    }
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("durability", ifPresent: durability)
    for figure in figures {
      writer.key(figure.name)
      writer.int(figure.value)
    }
    if !plugins.isEmpty { writer.member("plugins", plugins) }
  }

  /// The value of a figure; nil when the server has none of that name.
  package subscript(name: String) -> Int? { figures.first { $0.name == name }?.value }
}

/// What is counted about one plugin.
package struct PluginFigures: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var name: String
  /// As in `plugins.list`.
  package var state: String
  /// Times the worker was started again.
  package var restarts: Int
  /// Microseconds that its code has taken.
  package var handlerTime: UInt64

  package init(name: String, state: String, restarts: Int = 0, handlerTime: UInt64 = 0) {
    self.name = name
    self.state = state
    self.restarts = restarts
    self.handlerTime = handlerTime
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    name = try members.required("name")
    state = try members.required("state")
    restarts = try members.optional("restarts", default: 0)
    handlerTime = try members.optional("handlerTime", default: 0)
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("state", state)
    writer.member("restarts", restarts)
    writer.member("handlerTime", handlerTime)
    writer.endObject()
  }
}
