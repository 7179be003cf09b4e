extension TopicFilter {
  /// Whether each wildcard stands for any number of levels.
  package var isRest: [Bool] {
    levels.compactMap { level in
      switch level {
      case .text: nil
      case .one: false
      case .rest: true
      }
    }
  }

  /// Each message goes to one client of a group.
  var isShared: Bool { text.hasPrefix("$share/") }

  /// Whether every topic of `other` is this filter's, too. With `withParent`, `a/#` is about `a` as
  /// well, as it is for brokers.
  package func covers(_ other: TopicFilter, withParent: Bool = false) -> Bool {
    if passesOver(other) { return false }
    for (index, level) in levels.enumerated() {
      if level == .rest {
        return index < other.levels.count || (withParent && index == other.levels.count)
      }
      guard index < other.levels.count else { return false }
      switch (level, other.levels[index]) {
      case (.one, .rest), (.text, .rest), (.text, .one): return false
      case (.one, _): continue
      case (let mine, let its): if mine != its { return false }
      }
    }
    return levels.count == other.levels.count
  }

  /// A topic of both filters, with made-up names for open levels; nil if there is none.
  package func common(with other: TopicFilter) -> String? {
    var names: [String] = []
    repeat {
      switch (level(names.count), other.level(names.count)) {
      case (nil, _), (_, nil): return nil
      case (.text(let one)?, .text(let two)?):
        if one != two { return nil }
        names.append(String(one))
      case (.text(let text)?, _), (_, .text(let text)?): names.append(String(text))
      default: names.append("level\(names.count + 1)")
      }
    } while !(mayEnd(names.count) && other.mayEnd(names.count))
    let topic = names.joined(separator: "/")
    return captures(in: topic) != nil && other.captures(in: topic) != nil ? topic : nil
  }

  /// Whether a topic is both filters', as brokers see it: `a/#` is about `a` as well.
  func meets(_ other: TopicFilter) -> Bool {
    if passesOver(other) || other.passesOver(self) { return false }
    for index in 0..<max(levels.count, other.levels.count) {
      switch (level(index), other.level(index)) {
      case (.rest?, _), (_, .rest?): return true
      case (nil, _), (_, nil): return false
      case (.text(let one)?, .text(let two)?): if one != two { return false }
      default: break
      }
    }
    return true
  }

  /// The narrowest filter that covers this one and another that it meets; nil if it is too long.
  func joined(with other: TopicFilter) -> TopicFilter? {
    var names: [Substring] = []
    while names.last != "#" {
      switch (level(names.count), other.level(names.count)) {
      case (nil, nil): return TopicFilter(names.joined(separator: "/"))
      case (.rest?, _), (_, .rest?): names.append("#")
      case (.text(let one)?, .text(let two)?) where one == two: names.append(one)
      default: names.append("+")
      }
    }
    return TopicFilter(names.joined(separator: "/"))
  }

  /// Whether the other is the broker's topics about itself, which are not part of "everything".
  private func passesOver(_ other: TopicFilter) -> Bool {
    guard case .text(let first)? = other.levels.first, first.hasPrefix("$") else { return false }
    return levels.first == .one || levels.first == .rest
  }

  /// A last `#` goes on; nil behind the end.
  private func level(_ index: Int) -> Level? {
    if index < levels.count { return levels[index] }
    return levels.last == .rest ? .rest : nil
  }

  /// Whether a topic may have just that many levels.
  private func mayEnd(_ count: Int) -> Bool {
    count >= levels.count && (levels.last == .rest || count == levels.count)
  }
}
