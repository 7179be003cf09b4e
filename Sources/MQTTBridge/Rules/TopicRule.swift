package import ButtonModel
import ButtonProtocol

/// What becomes of the messages of some topics.
package struct TopicRule: Hashable, Sendable {
  package enum Effect: Hashable, Sendable {
    /// Sets a key. A key that is fed belongs to the lease: it is lost while the broker is.
    case set(NameTemplate, PayloadFormat, JSONPointer?, isFed: Bool)
    /// Does something with a button that one of the patterns names.
    case trigger(NameTemplate, allowed: [String])
    /// Tells whether devices are there.
    case availability(Availability)
    /// A look that was sent to a topic with `$id`, and that the broker has kept.
    case look(String)
    /// What Home Assistant knows of the device, as the broker has kept it.
    case discovery
    /// Home Assistant has started.
    case announce
  }

  /// Which retained messages count.
  package enum Retained: String, Hashable, Sendable, CaseIterable {
    case use
    case ignore
    case only
  }

  package let filter: TopicFilter
  package let effect: Effect
  package let qos: Int32
  package let retained: Retained
  /// When keys that the rule sets do not hold.
  package let liveness: KeyLiveness
  /// What keys may be set to; nil for all numbers.
  package let range: ClosedRange<Double>?
  package let commands: CommandWords

  package var setsKey: Bool { if case .set = effect { true } else { false } }
  var presses: Bool { if case .trigger = effect { true } else { false } }

  package init(
    _ filter: TopicFilter, _ effect: Effect, qos: Int32 = 0, retained: Retained = .use,
    liveness: KeyLiveness = KeyLiveness(), range: ClosedRange<Double>? = nil,
    commands: CommandWords = CommandWords()
  ) {
    self.liveness = liveness
    self.range = range
    self.commands = commands
    self.filter = filter
    self.effect = effect
    self.qos = qos
    self.retained = retained
  }

  /// Where the messages of one topic lead.
  package enum Target: Hashable, Sendable {
    case key(UTF8String, PayloadFormat, JSONPointer?, isFed: Bool)
    case button(String)
    case availability(Availability)
    case look(id: String, topic: String)
    case discovery
    case announcement
  }

  /// The topic that tells whether the device behind a topic is there; nil if none does.
  package func availabilityTopic(of topic: String) -> String? {
    guard let availability = liveness.availability else { return nil }
    return filter.captures(in: topic).map(availability.topic.topic)
  }

  /// Nil if the rule is not about the topic.
  package func target(of topic: String) -> Result<Target, RuleFault>? {
    guard let captures = filter.captures(in: topic) else { return nil }
    switch effect {
    case .announce: return .success(.announcement)
    case .discovery: return .success(.discovery)
    case .availability(let availability): return .success(.availability(availability))
    case .look(let pattern):
      return TopicRule.id(in: topic, by: pattern).map { .success(.look(id: $0, topic: pattern)) }
    case .set(let template, let format, let pointer, let isFed):
      return name(template, captures.map(KeySlug.slug)).flatMap { name in
        let key = UTF8String(name)
        guard StateKey.isValid(key) else { return .failure(.noKey(name)) }
        return .success(.key(key, format, pointer, isFed: isFed))
      }
    case .trigger(let template, let allowed):
      return name(template, captures).flatMap { name in
        guard TopicRule.isNamed(name, by: allowed) else {
          return .failure(
            RuleFault(
              .forbidden,
              "the button '\(Excerpt(name))' is not among those that the rule allows"))
        }
        return .success(.button(name))
      }
    }
  }

  package static func isNamed(_ id: String, by patterns: [String]) -> Bool {
    var work = 0
    return Array(id.utf8).withUnsafeBytes { id in
      patterns.contains { Glob(UTF8String($0)).matches(id, work: &work) }
    }
  }

  /// What the topic has in place of the pattern's `$id`; nil if it does not match.
  private static func id(in topic: String, by pattern: String) -> String? {
    guard let place = pattern.firstRange(of: "$id") else { return nil }
    let prefix = pattern[..<place.lowerBound]
    let rest = pattern[place.upperBound...].prefix { $0 != "/" }
    guard topic.hasPrefix(prefix) else { return nil }
    let level = topic.dropFirst(prefix.count).prefix { $0 != "/" }
    guard level.hasSuffix(rest) else { return nil }
    let id = String(level.dropLast(rest.count))
    return !id.isEmpty && pattern.replacing("$id", with: id) == topic ? id : nil
  }

  /// What the key is made of, before it becomes a slug; nil where a topic makes no key.
  func source(of topic: String) -> String? {
    guard case .set(let template, _, _, _) = effect, template.captureCount > 0 else { return nil }
    return filter.captures(in: topic).map(template.name)
  }

  private func name(
    _ template: NameTemplate, _ captures: [String]
  ) -> Result<String, RuleFault> {
    for index in 0..<template.captureCount where !NameTemplate.isPlain(captures[index]) {
      return .failure(
        RuleFault(
          .name,
          "'\(Excerpt(captures[index]))' cannot be part of a name (A–Z, a–z, 0–9, _ and - can); "
            + "write a rule for this topic alone"))
    }
    return .success(template.name(captures))
  }
}

extension RuleFault {
  fileprivate static func noKey(_ name: String) -> RuleFault {
    RuleFault(.name, "'\(Excerpt(name))' is not a state key; write a rule for this topic alone")
  }
}
