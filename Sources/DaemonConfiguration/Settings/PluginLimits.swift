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

  /// What is said of `startsAtOnce`; of figures their owner says it.
  package static let starts = Setting(
    "plugins.limits", "startsAtOnce", .count, 1...1_024, usual: nil, needsRestart: true,
    "workers that may be starting at once; the processors less one, and at least one, unless set")

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    var mistakes = Mistakes()
    startsAtOnce =
      mistakes.attempt { () throws(ProtocolError) in
        try members.count(PluginLimits.starts.name, in: 1...1_024)
      } ?? nil
    for (key, value) in json.members where !(key == PluginLimits.starts.name || value.isNull) {
      figures[key.string] = mistakes.attempt(key.string) { () throws(ProtocolError) in
        try Double(json: value)
      }
    }
    try mistakes.check()
  }

  /// What is wrong with the figures by their rules, with the path of each.
  func complaints(_ rules: [Setting]) -> [ProtocolError] {
    figures.sorted { $0.key < $1.key }.compactMap { name, value in
      guard let rule = rules.first(where: { "\($0.name)" == name }) else {
        let names = (rules + [PluginLimits.starts]).map { "\($0.name)" }
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
