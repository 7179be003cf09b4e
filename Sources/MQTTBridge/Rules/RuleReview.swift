import ButtonModel
import ButtonProtocol

/// What is worth knowing of well-formed rules that do nothing or get in one another's way.
struct RuleReview {
  /// A finding with its place in the file.
  struct Finding: Hashable, Sendable {
    let path: String
    /// What is wrong, and what to do about it.
    let message: String
  }

  private(set) var findings: [Finding] = []

  /// Rules behind these are not compared with others.
  private static let maximumCompared = 1_000

  private let settings: MQTTSettings
  /// The number of topics, which precede the triggers among the rules.
  private let topicCount: Int

  /// `settings` must not have the rules of Home Assistant's entities.
  init(_ settings: MQTTSettings) {
    self.settings = settings
    topicCount = settings.rules.count { if case .set = $0.effect { true } else { false } }
    for index in settings.rules.indices { review(index) }
    for (index, rule) in settings.keys.enumerated() { reviewEcho(of: rule, at: index) }
    for (index, rule) in settings.actions.enumerated() { reviewEcho(of: rule, at: index) }
  }

  private func path(_ index: Int) -> String {
    index < topicCount ? "topics[\(index)]" : "triggers[\(index - topicCount)]"
  }

  private mutating func add(_ path: String, _ message: String) {
    findings.append(Finding(path: path, message: message))
  }

  private mutating func review(_ index: Int) {
    let rule = settings.rules[index]
    switch rule.effect {
    case .announce, .availability, .look, .discovery: return
    case .set(let template, _, _, _): reviewKey(template, at: index)
    case .trigger(let template, let allowed):
      reviewAllowed(allowed, template, rule.filter, at: index)
    }
    // Each rule is compared with all before it: a file of thousands would take too long.
    guard index < RuleReview.maximumCompared else { return }
    for earlier in 0..<index { compare(earlier, index) }
  }

  // MARK: One rule

  private mutating func reviewKey(_ template: NameTemplate, at index: Int) {
    let beginning: String
    if case .text(let text)? = template.pieces.first { beginning = text } else { return }
    if template.text == "fleet" || beginning.hasPrefix("fleet.") {
      add(
        "\(path(index)).key",
        "the daemon refuses it: keys under fleet tell how the fleet is doing, and the daemon sets them; "
          + "name another key")
    }
    if template.captureCount == 0, StateKey.clockNames.contains(template.text) {
      add("\(path(index)).key", "the clock of the daemon sets \(template.text); name another key")
    }
  }

  private mutating func reviewAllowed(
    _ allowed: [String], _ template: NameTemplate, _ filter: TopicFilter, at index: Int
  ) {
    let missed = allowed.filter { !template.reaches($0, isRest: filter.isRest) }
    guard missed.count < allowed.count else {
      return add(
        "\(path(index)).allow",
        "this rule can press nothing: '\(Excerpt(template.text))' never makes an id that allow names. "
          + RuleReview.remedy(allowed, template, filter))
    }
    for (place, pattern) in allowed.enumerated() where missed.contains(pattern) {
      add(
        "\(path(index)).allow[\(place)]",
        "'\(Excerpt(template.text))' never makes an id that '\(Excerpt(pattern))' names: take it out, or "
          + "mend one of them")
    }
  }

  /// How a rule that presses nothing could press something.
  private static func remedy(
    _ allowed: [String], _ template: NameTemplate, _ filter: TopicFilter
  ) -> String {
    var ways: [String] = []
    if filter.levels.last == .one, let open = TopicFilter(filter.text.dropLast() + "#"),
      allowed.contains(where: { template.reaches($0, isRest: open.isRest) })
    {
      ways.append("topic: \(open.text)")
    }
    for pattern in allowed {
      let prefix = pattern.prefix { $0 != "*" && $0 != "?" }
      guard prefix.hasSuffix("."), !template.text.hasPrefix("\(prefix)"),
        let longer = NameTemplate(prefix + template.text),
        longer.reaches(pattern, isRest: filter.isRest)
      else { continue }
      ways.append("button: \(longer.text)")
      break
    }
    let dots = filter.isRest.contains(false) ? "What + stands for has no dot. " : ""
    return ways.isEmpty
      ? "\(dots)Mend button or allow" : "\(dots)Write \(ways.joined(separator: ", or "))"
  }

  // MARK: Two rules

  private mutating func compare(_ earlier: Int, _ later: Int) {
    let (one, two) = (settings.rules[earlier], settings.rules[later])
    compareGroups(earlier, later)
    switch (one.effect, two.effect) {
    case (.set, .set):
      guard two.filter.covers(one.filter), two.retained.covers(one.retained),
        let topic = one.filter.common(with: two.filter), let key = one.madeName(of: topic),
        key == two.madeName(of: topic)
      else { return }
      add(
        path(earlier),
        "it never counts: \(path(later)) sets the same key from all of its messages, and the later rule "
          + "wins. Take one of them out, or move this one behind it")
    case (.trigger(_, let some), .trigger(_, let others)):
      guard let topic = one.filter.common(with: two.filter), let id = one.madeName(of: topic),
        id == two.madeName(of: topic), one.commands.overlaps(two.commands),
        some.contains(where: { one in
          others.contains { Glob(UTF8String(one)).overlaps(Glob(UTF8String($0))) }
        })
      else { return }
      add(
        path(later),
        "a message such as \(Excerpt(topic)) presses the button twice: \(path(earlier)) presses it too. "
          + "Take one of them out, or narrow its topic")
    default: return
    }
  }

  /// Brokers send a message to a group and beside it, whatever else is asked for.
  private mutating func compareGroups(_ earlier: Int, _ later: Int) {
    let (one, two) = (settings.rules[earlier], settings.rules[later])
    guard one.filter.isShared || two.filter.isShared, one.presses || two.presses,
      one.filter.text != two.filter.text, let topic = one.filter.common(with: two.filter)
    else { return }
    add(
      path(later),
      "a message such as \(Excerpt(topic)) comes twice and may press twice: \(path(earlier)) is "
        + "about it too. Take $share/GROUP/ away, or narrow one of the topics")
  }

  private mutating func reviewEcho(of rule: MQTTSettings.KeyRule, at index: Int) {
    for (place, source) in settings.rules.enumerated() {
      guard case .set = source.effect, source.madeName(of: rule.topic) == rule.key else { continue }
      return add(
        "keys[\(index)].topic",
        "what this rule sends comes back: \(path(place)) sets the same key from \(Excerpt(rule.topic)). "
          + "Send it to another topic")
    }
  }
}

extension RuleReview {
  /// What is sent when a button is pressed must not press it.
  private mutating func reviewEcho(of rule: MQTTSettings.ActionRule, at index: Int) {
    for (place, source) in settings.rules.enumerated() {
      guard case .trigger(_, let allowed) = source.effect, source.commands.commands.isEmpty else {
        continue
      }
      for pattern in allowed + rule.buttons {
        let id = pattern.replacing("*", with: "x").replacing("?", with: "x")
        guard source.madeName(of: rule.topic.replacing("$id", with: id)) == id,
          TopicRule.isNamed(id, by: rule.buttons), TopicRule.isNamed(id, by: allowed)
        else { continue }
        return add(
          "actions[\(index)].topic",
          "what this rule sends presses the button again: \(path(place)). Send it to another topic")
      }
    }
  }
}

extension TopicRule {
  /// Whether the rule allows the name or not; nil if the topic makes none.
  fileprivate func madeName(of topic: String) -> String? {
    guard let captures = filter.captures(in: topic) else { return nil }
    switch effect {
    case .announce, .availability, .look, .discovery: return nil
    case .set(let template, _, _, _), .trigger(let template, _):
      guard captures.prefix(template.captureCount).allSatisfy(NameTemplate.isPlain) else {
        return nil
      }
      return template.name(captures)
    }
  }
}

extension TopicRule.Retained {
  /// Whether each message that counts for `other` counts here.
  fileprivate func covers(_ other: TopicRule.Retained) -> Bool { self == .use || self == other }
}
