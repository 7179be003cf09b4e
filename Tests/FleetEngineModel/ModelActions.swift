package import ButtonModel
package import FleetLink

/// The stream of a scope's actions with its consumer groups.
package struct ModelActions: Sendable {
  /// An action that waits.
  package struct Action: Sendable, Equatable, ModelEntry {
    package let number: UInt64
    package let request: RequestNumber
    package let text: UTF8String
  }

  /// Consumers of which each action goes to one.
  private struct Group {
    var delivered: UInt64 = 0
    var holders: [UInt64: UTF8String] = [:]

    /// The lowest number that the group is not done with.
    var floor: UInt64 { holders.keys.min() ?? delivered + 1 }
  }

  /// Those that wait, oldest first.
  package private(set) var waiting: [Action] = []
  /// The number of the newest, 0 before there is one.
  package private(set) var last: UInt64 = 0
  /// How many bytes they have, and from which of them on that is known.
  package private(set) var book = ModelBook()
  private var groups: [UTF8String: Group] = [:]

  private static let mostBytes = 8 << 20

  package init() {}

  /// XGROUP CREATE with the id 0.
  package mutating func addGroup(_ name: UTF8String) {
    if groups[name] == nil { groups[name] = Group() }
  }

  /// XGROUP DESTROY.
  package mutating func removeGroup(_ name: UTF8String) { groups[name] = nil }

  /// XREADGROUP of one action that the group has not had yet: its number.
  package mutating func deliver(in group: UTF8String, to consumer: UTF8String) -> UInt64? {
    guard var state = groups[group],
      let next = waiting.first(where: { $0.number > state.delivered })
    else { return nil }
    state.delivered = next.number
    state.holders[next.number] = consumer
    groups[group] = state
    return next.number
  }

  /// XCLAIM: the delivery goes to another consumer, if it is one.
  package mutating func claim(
    _ delivery: UInt64, in group: UTF8String, for consumer: UTF8String
  ) {
    if groups[group]?.holders[delivery] != nil { groups[group]?.holders[delivery] = consumer }
  }

  /// The action with a number; nil if it does not wait any more.
  package func action(_ number: UInt64) -> Action? { waiting.first { $0.number == number } }

  /// Whether a delivery is still that of its consumer, and of its action.
  func has(_ delivery: FleetDelivery) -> Bool {
    groups[delivery.group]?.holders[delivery.number] == delivery.consumer
      && action(delivery.number)?.request == delivery.action
  }

  /// Whether there is no room, also after those have gone that all groups have done.
  mutating func isFull(_ limit: Int, adding text: UTF8String) -> Bool {
    if hasRoom(limit, for: text) { return false }
    trim()
    return !hasRoom(limit, for: text) && !groups.isEmpty
  }

  mutating func add(_ request: RequestNumber, _ text: UTF8String, limit: Int) {
    let hadRoom = hasRoom(limit, for: text)
    last += 1
    waiting.append(Action(number: last, request: request, text: text))
    book.bytes += text.bytes.count
    if !hadRoom { shorten(Int(last) + 1 - limit, Self.mostBytes) }
  }

  package mutating func finish(_ delivery: UInt64, in group: UTF8String) {
    groups[group]?.holders[delivery] = nil
    trim()
  }

  private func hasRoom(_ limit: Int, for text: UTF8String) -> Bool {
    waiting.count < limit && book.bytes + text.bytes.count <= Self.mostBytes
  }

  private mutating func trim() {
    guard let floor = groups.values.map(\.floor).min() else { return }
    shorten(Int(floor), .max)
  }

  private mutating func shorten(_ floor: Int, _ most: Int) {
    book.shorten(&waiting, floor, most, next: last + 1) { $0.text.bytes.count }
  }
}
