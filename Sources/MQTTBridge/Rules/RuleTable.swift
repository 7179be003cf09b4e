/// All rules, and which of them each topic is about.
package struct RuleTable {
  /// One rule's opinion of a topic.
  package struct Route: Sendable {
    /// The rule's place in the table.
    package let rule: Int
    package let target: Result<TopicRule.Target, RuleFault>
  }

  package let rules: [TopicRule]
  private var routes: [[UInt8]: [Route]] = [:]

  /// Topics whose rules are remembered; when there are more, it is begun again.
  private static let maximumTopics = 20_000

  package init(_ rules: [TopicRule]) { self.rules = rules }

  /// The rules that a topic is about, in their order.
  package mutating func routes(of topic: UnsafeRawBufferPointer) -> [Route] {
    let bytes = [UInt8](topic)
    if let known = routes[bytes] { return known }
    guard let text = String(validating: bytes, as: UTF8.self), TopicFilter.isTopic(text) else {
      return []
    }
    let found = rules.indices.compactMap { index in
      rules[index].target(of: text).map { Route(rule: index, target: $0) }
    }
    if routes.count >= RuleTable.maximumTopics { routes = [:] }
    routes[bytes] = found
    return found
  }

  /// What to subscribe to: each filter once, with the highest QoS that a rule asks for.
  package var subscriptions: [Int32: [String]] {
    var highest: [String: Int32] = [:]
    for rule in rules {
      highest[rule.filter.text] = max(highest[rule.filter.text] ?? 0, rule.qos)
    }
    return Dictionary(grouping: highest.keys.sorted()) { highest[$0] ?? 0 }
  }
}
