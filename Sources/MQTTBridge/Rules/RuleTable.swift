package import ButtonModel

/// All rules, and which of them each topic is about.
package struct RuleTable {
  /// One rule's opinion of a topic.
  package struct Route: Sendable {
    /// The place in the table.
    package let rule: Int
    package let target: Result<TopicRule.Target, RuleFault>
  }

  package let rules: [TopicRule]
  private var routes: [[UInt8]: [Route]] = [:]
  /// What keys were made of: a key that two names would make is the first's.
  private var sources: [UTF8String: String] = [:]

  /// The rules of this many topics are remembered; beyond that, remembering starts over.
  private static let maximumTopics = 20_000

  package init(_ rules: [TopicRule]) { self.rules = rules }

  /// Returns routes in the order of the rules.
  package mutating func routes(of topic: UnsafeRawBufferPointer) -> [Route] {
    let bytes = [UInt8](topic)
    if let known = routes[bytes] { return known }
    guard let text = String(validating: bytes, as: UTF8.self), TopicFilter.isTopic(text) else {
      return []
    }
    if routes.count >= RuleTable.maximumTopics {
      routes = [:]
      sources = [:]
    }
    let found = rules.indices.compactMap { index in
      rules[index].target(of: text).map {
        Route(
          rule: index, target: $0.flatMap { target in claim(target, rules[index].source(of: text)) }
        )
      }
    }
    routes[bytes] = found
    return found
  }

  /// Fails if another name has made the key already.
  private mutating func claim(
    _ target: TopicRule.Target, _ source: String?
  ) -> Result<TopicRule.Target, RuleFault> {
    guard case .key(let key, _, _, _) = target, let source else { return .success(target) }
    if let other = sources[key], other != source {
      return .failure(
        RuleFault(
          .name,
          "'\(Excerpt(source))' would be the key \(key.string), which '\(Excerpt(other))' is; write a "
            + "rule for this topic alone"))
    }
    sources[key] = source
    return .success(target)
  }

  /// A filter and the QoS to ask for.
  private typealias Wanted = (filter: TopicFilter, qos: Int32)

  /// What to subscribe to, by QoS: each filter once, with the highest QoS that a rule asks for. A
  /// filter that another covers is left out, as many brokers send a message once for each filter
  /// that it matches, and it would press twice. Filters that the broker has `refused` cover
  /// nothing.
  package func subscriptions(without refused: Set<String> = []) -> [Int32: [String]] {
    var highest: [String: Wanted] = [:]
    for rule in rules {
      let qos = max(highest[rule.filter.text]?.qos ?? 0, rule.qos)
      highest[rule.filter.text] = (rule.filter, qos)
    }
    join(&highest, without: refused)
    for text in highest.keys.sorted() {
      guard let one = highest[text], !one.filter.isShared,
        let cover = highest.first(where: { other, wide in
          other != text && !wide.filter.isShared && !refused.contains(other)
            && wide.filter.covers(one.filter, withParent: true)
        })
      else { continue }
      highest[cover.key]?.qos = max(cover.value.qos, one.qos)
      highest[text] = nil
    }
    return Dictionary(grouping: highest.keys.sorted()) { highest[$0]?.qos ?? 0 }
  }

  /// Has one filter take the place of all that have messages in common with a trigger.
  private func join(_ highest: inout [String: Wanted], without refused: Set<String>) {
    let triggers = Set(rules.filter { $0.presses && !$0.filter.isShared }.map(\.filter))
    var isDone = false
    while !isDone {
      isDone = true
      for trigger in triggers {
        let meeting = highest.values.filter {
          $0.filter.meets(trigger) && !$0.filter.isShared && !refused.contains($0.filter.text)
        }
        let cover = meeting.reduce(Optional(trigger)) { $0?.joined(with: $1.filter) }
        guard meeting.count > 1, let cover, !refused.contains(cover.text) else { continue }
        for (filter, _) in meeting { highest[filter.text] = nil }
        highest[cover.text] = (cover, meeting.map { $0.qos }.max() ?? 0)
        // It may have messages in common with another trigger.
        isDone = false
      }
    }
  }

  /// What made the key is gone: another name may make it from now on.
  package mutating func release(_ key: UTF8String) {
    if sources.removeValue(forKey: key) != nil { routes = [:] }
  }
}
