import ButtonModel

/// Which buttons have a look at the broker, so that the look of a button that goes is removed
/// there, too. Rules are named by their places.
package struct ShownLooks {
  /// The limits for looks at the broker and those it says it has kept; and for their ids' bytes.
  package static let maximumCount = 100_000
  package static let maximumBytes = 4 << 20

  private let rules: [MQTTSettings.LookRule]
  /// By rule.
  private var shown: [Set<String>]
  private var shownRoom: NameRoom
  /// Ids of looks that the broker says it has kept, by the rules' topics, until it is known which
  /// of the buttons there are.
  private var kept: [String: Set<String>] = [:]
  private var keptRoom: NameRoom
  /// Rules with a complete list of buttons.
  private var known: Set<Int> = []
  /// Buttons that snapshots under way have brought so far, by rule.
  private var arriving: [Int: Set<String>] = [:]

  package init(_ rules: [MQTTSettings.LookRule]) {
    self.rules = rules
    shown = Array(repeating: [], count: rules.count)
    shownRoom = NameRoom(count: ShownLooks.maximumCount, bytes: ShownLooks.maximumBytes)
    keptRoom = shownRoom
  }

  /// The daemon is gone, and with it what was on its way.
  package mutating func interrupt() {
    known = []
    arriving = [:]
  }

  /// The broker will say again what it has kept.
  package mutating func forgetKept() {
    kept = [:]
    keptRoom = NameRoom(count: ShownLooks.maximumCount, bytes: ShownLooks.maximumBytes)
  }

  /// A snapshot of a rule's buttons begins.
  package mutating func begin(_ rule: Int) { arriving[rule] = [] }

  /// A button's look is to be sent.
  package mutating func show(_ id: String, by rule: Int) throws(RuleFault) {
    if !shown[rule].contains(id) {
      guard shownRoom.take(id.utf8.count) else {
        throw RuleFault(
          .full,
          "there is no room for the look of another button beside \(shownRoom.count) with "
            + "\(shownRoom.bytes) bytes; narrow buttons of the rules of looks")
      }
      shown[rule].insert(id)
    }
    arriving[rule]?.insert(id)
  }

  package mutating func remove(_ id: String, by rule: Int) {
    if shown[rule].remove(id) != nil { shownRoom.leave(id.utf8.count) }
  }

  /// Ends a change. Returns the removed buttons whose looks the broker still has.
  package mutating func end(_ rule: Int) -> [String] {
    var gone: [String] = []
    if let present = arriving.removeValue(forKey: rule) {
      gone = shown[rule].subtracting(present).sorted()
      for id in gone { remove(id, by: rule) }
    }
    known.insert(rule)
    return gone + ghosts(of: rules[rule].topic)
  }

  /// The broker has kept a look of a button that may be gone. Returns the buttons that are.
  package mutating func keep(_ id: String, at topic: String) throws(RuleFault) -> [String] {
    let isOurs = rules.contains { $0.topic == topic && TopicRule.isNamed(id, by: $0.buttons) }
    guard isOurs, Array(id.utf8).withUnsafeBytes({ ButtonDefinition.isValidID($0) }) else {
      return []
    }
    if kept[topic]?.contains(id) != true {
      guard keptRoom.take(id.utf8.count) else {
        throw RuleFault(
          .full,
          "there is no room for another look that the broker has kept beside \(keptRoom.count) with "
            + "\(keptRoom.bytes) bytes: it stays there if its button is gone")
      }
      kept[topic, default: []].insert(id)
    }
    return ghosts(of: topic)
  }

  /// Removed buttons whose looks the broker has kept, once the list of buttons is complete.
  private mutating func ghosts(of topic: String) -> [String] {
    let places = rules.indices.filter { rules[$0].topic == topic }
    guard places.allSatisfy({ known.contains($0) && arriving[$0] == nil }),
      let ids = kept.removeValue(forKey: topic)
    else { return [] }
    for id in ids { keptRoom.leave(id.utf8.count) }
    return ids.filter { id in !places.contains { shown[$0].contains(id) } }.sorted()
  }
}
