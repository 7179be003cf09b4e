import ButtonModel
import ButtonProtocol
import ButtonStore

extension ButtonTable {
  /// Visits the matching buttons after `after`, by id, until `body` returns false or the search has
  /// cost `allowance`, when it returns the id to continue after. `body` must not define or remove
  /// any.
  func forEachButton(
    _ match: Match, after: UTF8String? = nil, allowance: Int = .max,
    _ body: (ButtonSlot) -> Bool
  ) -> UTF8String? {
    let search = budget.beginSearch(allowance)
    defer { if allowance != .max { budget.end(search) } }
    if match.isEverything || match.group != nil {
      return walk(Matcher(match), under: nil, after: after, until: search.end, body).stoppedBehind
    }
    let matcher = Matcher(match)
    for section in matcher.sections {
      if section.isPrefix {
        let walk = walk(matcher, under: section.text, after: after, until: search.end, body)
        if walk.isOver { return walk.stoppedBehind }
        continue
      }
      if let after, section.text <= after { continue }
      budget.work &+= WorkCost.lookup
      if let slot = slot(of: section.text), !body(slot) { return nil }
      if budget.work >= search.end { return section.text }
    }
    return nil
  }

  /// Ordered by id.
  func slots(matching match: Match) -> [ButtonSlot] {
    slots(matching: match, allowance: .max) ?? []
  }

  /// Ordered by id; nil if the search costs more than `allowance`.
  func slots(matching match: Match, allowance: Int) -> [ButtonSlot]? {
    var found: [ButtonSlot] = []
    let stop = forEachButton(match, allowance: allowance) {
      found.append($0)
      return true
    }
    return stop == nil ? found : nil
  }

  /// Returns the work for a search that must be complete; unlimited for matches that need none.
  func allowance(for match: Match) -> Int {
    match.isExact || match.isEverything ? .max : budget.searchAllowance
  }

  func matches(_ matcher: Matcher, _ slot: ButtonSlot) -> Bool {
    guard let record = self[slot] else { return false }
    return record.id.bytes.withUnsafeBytes {
      matcher.matches(id: $0, group: record.group, work: &budget.work)
    }
  }

  /// Visits the matching buttons under an id prefix, in order.
  private func walk(
    _ matcher: Matcher, under prefix: UTF8String?, after: UTF8String?, until end: Int,
    _ body: (ButtonSlot) -> Bool
  ) -> (isOver: Bool, stoppedBehind: UTF8String?) {
    var position = order.start
    if let first = [after, prefix].compactMap({ $0 }).max() {
      position = order.position(of: first, records)
    }
    if let after, let slot = order.peek(position), self[slot]?.id == after {
      _ = order.next(&position)
    }
    let isEverything = matcher.match.isEverything
    while let slot = order.next(&position) {
      budget.work &+= WorkCost.step
      if !isEverything {
        guard let record = self[slot] else { continue }
        if let prefix, !record.id.bytes.starts(with: prefix.bytes) { return (false, nil) }
        let isMeant = record.id.bytes.withUnsafeBytes {
          matcher.matches(id: $0, group: record.group, work: &budget.work)
        }
        if isMeant, !body(slot) { return (true, nil) }
      } else if !body(slot) {
        return (true, nil)
      }
      if budget.work >= end { return (true, self[slot]?.id) }
    }
    return (false, nil)
  }
}
