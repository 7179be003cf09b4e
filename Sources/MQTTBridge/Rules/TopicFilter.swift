/// A topic of MQTT in which `+` stands for one level and a last `#` for any number of them.
package struct TopicFilter: Hashable, Sendable {
  /// A part between slashes.
  enum Level: Hashable {
    case text(Substring)
    /// `+`: any one level.
    case one
    /// `#`: any number of levels.
    case rest
  }

  /// As the broker gets it, with `$share/GROUP/`, by which each message goes to one of a group.
  package let text: String
  /// The levels of the topics, without `$share/GROUP/`.
  let levels: [Level]

  /// The longest filter or topic; MQTT would have 65,535.
  package static let maximumBytes = 1_024

  /// Nil if MQTT has no such filter.
  package init?(_ text: String) {
    guard TopicFilter.isText(text) else { return nil }
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts[0] == "$share" {
      guard parts.count > 2, !parts[1].isEmpty, !parts[1].contains(where: { "+#".contains($0) })
      else {
        return nil
      }
      parts.removeFirst(2)
    }
    var levels: [Level] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case "+": levels.append(.one)
      case "#" where index == parts.count - 1: levels.append(.rest)
      default:
        if part.contains(where: { $0 == "+" || $0 == "#" }) { return nil }
        levels.append(.text(part))
      }
    }
    self.text = text
    self.levels = levels
  }

  /// How many levels are wildcards.
  package var captureCount: Int { levels.count { $0 == .one || $0 == .rest } }

  /// What the wildcards stand for; nil if the filter does not match the topic.
  package func captures(in topic: String) -> [String]? {
    let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
    // The broker's topics about itself are not part of "everything".
    if topic.hasPrefix("$"), levels.first == .one || levels.first == .rest { return nil }
    var captures: [String] = []
    for (index, level) in levels.enumerated() {
      switch level {
      case .rest:
        captures.append(parts.dropFirst(index).joined(separator: "/"))
        return captures
      case .one:
        guard index < parts.count else { return nil }
        captures.append(String(parts[index]))
      case .text(let text):
        guard index < parts.count, parts[index] == text else { return nil }
      }
    }
    return parts.count == levels.count ? captures : nil
  }

  /// Whether messages can be sent to the topic.
  package static func isTopic(_ text: String) -> Bool {
    isText(text) && !text.utf8.contains(UInt8(ascii: "+")) && !text.utf8.contains(UInt8(ascii: "#"))
  }

  private static func isText(_ text: String) -> Bool {
    (1...maximumBytes).contains(text.utf8.count)
      && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }
}
