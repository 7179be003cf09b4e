extension TopicFilter {
  /// Of each wildcard whether it stands for any number of levels.
  package var isRest: [Bool] {
    levels.compactMap { level in
      switch level {
      case .text: nil
      case .one: false
      case .rest: true
      }
    }
  }

  /// Whether it is one by which each message goes to one of a group.
  var isShared: Bool { text.hasPrefix("$share/") }

  /// Whether every topic that another filter is about is this one's too; `withParent` takes `a/#` for one that
  /// is about `a`, as brokers do.
  package func covers(_ other: TopicFilter, withParent: Bool = false) -> Bool {
    // The broker's topics about itself are not part of "everything".
    if case .text(let first)? = other.levels.first, first.hasPrefix("$"),
      levels.first == .one || levels.first == .rest
    {
      return false
    }
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

  /// A topic that both filters are about, with names of levels that stand nowhere else; nil if there is
  /// none.
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

  /// What stands at a place, where a last `#` goes on; nil behind the end.
  private func level(_ index: Int) -> Level? {
    if index < levels.count { return levels[index] }
    return levels.last == .rest ? .rest : nil
  }

  /// Whether that many levels may be all of a topic.
  private func mayEnd(_ count: Int) -> Bool {
    count >= levels.count && (levels.last == .rest || count == levels.count)
  }
}
