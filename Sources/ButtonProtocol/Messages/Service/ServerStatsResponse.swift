package import JSONRPC

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
