import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonEngine

/// The lists of subscriptions that mean a button.
@Suite struct WatchTableTests {
  @Test func theListsAreThoseOfASearchThroughAllSubscriptions() throws {
    var random = Seed()
    let kit = PartKit()
    let records = try (0..<20).map { index in
      try kit.insert(.make("b\(index % 10).\(index)", group: index % 2 == 0 ? "even" : nil)).record
    }
    var table = WatchTable()
    var matchers: [Int: Matcher] = [:]
    for _ in 0..<scaled(2_000) {
      let place = Int.random(in: 0..<12, using: &random)
      if let matcher = matchers.removeValue(forKey: place) {
        table.remove(matcher, at: place)
      } else {
        let matcher = Matcher(WatchTableTests.match(&random))
        matchers[place] = matcher
        table.insert(matcher, at: place)
      }
      for record in records where Int.random(in: 0..<4, using: &random) == 0 {
        table.update(record)
        let expected = matchers.filter { _, matcher in
          record.id.bytes.withUnsafeBytes { matcher.matches(id: $0, group: record.group) }
        }
        #expect((record.watch == 0 ? [] : table[record.watch]) == expected.keys.sorted())
      }
    }
  }

  private static func match(_ random: inout Seed) -> Match {
    let digit = Int.random(in: 0..<10, using: &random)
    return switch Int.random(in: 0..<5, using: &random) {
    case 0: .everything
    case 1: Match(group: "even")
    case 2: Match(patterns: [UTF8String("b\(digit).*")])
    case 3: Match(patterns: (0..<6).map { UTF8String("b*\(($0 + digit) % 10)") })
    default: Match(ids: [UTF8String("b\(digit).\(digit)")])
    }
  }

  @Test func aStrangersSubscriptionLeavesAListAsItIs() throws {
    let kit = PartKit()
    let record = try kit.insert(.make("a")).record
    var table = WatchTable()
    table.insert(Matcher(Match(ids: ["a"])), at: 0)
    table.update(record)
    let number = record.watch
    table.insert(Matcher(Match(ids: ["b"])), at: 1)
    table.update(record)
    #expect(record.watch == number)
    #expect(table[number] == [0])
  }
}
