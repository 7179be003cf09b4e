import ButtonModel
package import ButtonProtocol
package import JSONRPC

/// How patient an operator wants the daemon to be with plugins: the figures that are written, all
/// others being the documented ones.
package struct PluginLimits: Hashable, Sendable, JSONDecodable {
  /// How many workers may be starting at once.
  package var startsAtOnce: Int?
  /// Figures of supervision by their names.
  package var figures: [String: Double] = [:]

  /// What a figure may be.
  package struct Rule: Hashable, Sendable {
    package let name: String
    package let range: ClosedRange<Double>

    package init(name: String, range: ClosedRange<Double>) {
      self.name = name
      self.range = range
    }
  }

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    var mistakes = Mistakes()
    startsAtOnce =
      mistakes.attempt { () throws(ProtocolError) in
        try members.count("startsAtOnce", in: 1...1_024)
      } ?? nil
    for (key, value) in json.members where !(key == "startsAtOnce" || value.isNull) {
      figures[key.string] = mistakes.attempt(key.string) { () throws(ProtocolError) in
        try Double(json: value)
      }
    }
    try mistakes.check()
  }

  /// What is wrong with the figures by their rules, with the path of each.
  func complaints(_ rules: [Rule]) -> [ProtocolError] {
    figures.sorted { $0.key < $1.key }.compactMap { name, value in
      guard let rule = rules.first(where: { $0.name == name }) else {
        let names = rules.map(\.name) + ["startsAtOnce"]
        return .invalidParams(
          "'\(Excerpt(name))' is not known here" + NearestName.advice(name, among: names),
          path: name)
      }
      if rule.range.contains(value) { return nil }
      return .invalidParams(
        "must be from \(rule.range.lowerBound) to \(rule.range.upperBound), but is \(value)",
        path: name)
    }
  }
}
