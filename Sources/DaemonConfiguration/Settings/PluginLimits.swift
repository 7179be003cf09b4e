import ButtonModel
package import ButtonProtocol
package import JSONRPC

/// An operator's figures for the supervision of plugins; all others are the documented ones.
package struct PluginLimits: Hashable, Sendable, JSONDecodable {
  /// Workers that may be starting at once.
  package var startsAtOnce: Int?
  /// By name.
  package var figures: [String: Double] = [:]

  /// The setting of `startsAtOnce`; the owner of the other figures has their settings.
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

  /// Figures that break the rules, with the path of each.
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
