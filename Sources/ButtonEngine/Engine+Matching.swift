package import ButtonModel
package import ButtonProtocol
package import ButtonStore

extension Engine {
  /// Visits the buttons that are meant in the order of their ids, from the first behind `after` on, until
  /// `body` says false or `allowance` has been spent on the search; then the id is returned behind which
  /// it stopped.
  ///
  /// `body` defines and removes nothing.
  package func forEachButton(
    _ match: Match, after: UTF8String? = nil, allowance: Int = .max,
    _ body: (ButtonSlot) -> Bool
  ) -> UTF8String? {
    let start = work
    defer { if allowance != .max { searchWork &+= work &- start } }
    let end = allowance == .max ? Int.max : work &+ allowance
    if match.isEverything || match.group != nil {
      return walk(Matcher(match), under: nil, after: after, until: end, body).stoppedBehind
    }
    let matcher = Matcher(match)
    for section in matcher.sections {
      if section.isPrefix {
        let walk = walk(matcher, under: section.text, after: after, until: end, body)
        if walk.isOver { return walk.stoppedBehind }
        continue
      }
      if let after, section.text <= after { continue }
      work &+= Engine.workOfLookup
      if let slot = slots[section.text], !body(slot) { return nil }
      if work >= end { return section.text }
    }
    return nil
  }

  /// The slots of the buttons that are meant, in the order of their ids.
  package func slots(matching match: Match) -> [ButtonSlot] {
    slots(matching: match, allowance: .max) ?? []
  }

  /// The same; nil if the search costs more than `allowance`.
  func slots(matching match: Match, allowance: Int) -> [ButtonSlot]? {
    var found: [ButtonSlot] = []
    let stop = forEachButton(match, allowance: allowance) {
      found.append($0)
      return true
    }
    return stop == nil ? found : nil
  }

  /// What the next search may cost: the searches of a turn share what there is, and each has a little.
  package var searchAllowance: Int {
    max(settings.searchAllowance / 20, settings.searchAllowance - searchWork)
  }

  /// What a search may cost on whose outcome more depends than a page's length: matches that are no
  /// search are not bounded.
  func allowance(for match: Match) -> Int {
    match.isExact || match.isEverything ? .max : searchAllowance
  }

  /// Visits those among the buttons whose ids begin with a text that are meant.
  private func walk(
    _ matcher: Matcher, under prefix: UTF8String?, after: UTF8String?, until end: Int,
    _ body: (ButtonSlot) -> Bool
  ) -> (isOver: Bool, stoppedBehind: UTF8String?) {
    var place = order.start
    if let first = [after, prefix].compactMap({ $0 }).max() {
      place = order.place(of: first, records)
    }
    if let after, let slot = order.peek(place), records[Int(slot.rawValue)]?.id == after {
      _ = order.next(&place)
    }
    let isEverything = matcher.match.isEverything
    while let slot = order.next(&place) {
      work &+= Engine.workOfStep
      if !isEverything {
        guard let record = records[Int(slot.rawValue)] else { continue }
        if let prefix, !record.id.bytes.starts(with: prefix.bytes) { return (false, nil) }
        let isMeant = record.id.bytes.withUnsafeBytes {
          matcher.matches(id: $0, group: record.group, work: &work)
        }
        if isMeant, !body(slot) { return (true, nil) }
      } else if !body(slot) {
        return (true, nil)
      }
      if work >= end { return (true, records[Int(slot.rawValue)]?.id) }
    }
    return (false, nil)
  }

  /// What it costs to go on to the next button, to look an id up, to write a button's record or listing,
  /// or a value, to draw a button, to mark it dirty, and to define it; and to change a key.
  static let workOfStep = 30
  static let workOfLookup = 80
  /// What it costs to read a name in a request, and to watch it.
  package static let workOfName = 700
  static let workOfWatchedName = 800
  /// What it costs to explain a look.
  static let workOfExplanation = 150_000
  package static let workOfRecord = 150
  static let workOfValue = 150
  static let workOfLook = 1_500
  static let workOfChange = 100
  static let workOfMark = 50
  static let workOfDefinition = 4_000
}
