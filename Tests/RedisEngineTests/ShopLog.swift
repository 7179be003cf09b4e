import RESP
import TestSupport
import Testing

/// What the engine's log says of the fleet's history.
struct ShopLog {
  /// One change of the fleet: the request that made it, and what its keys were after it.
  struct Entry {
    let id: String
    let request: String
    let values: [(key: String, value: String)]
  }

  let entries: [Entry]
  /// Where it begins.
  private let revision: Int

  init(_ shop: Shop) throws { try self.init(shop.server.connect(), after: 0) }

  /// What an engine's log says after a revision.
  init(_ engine: RedisClient, after revision: Int) throws {
    self.revision = revision
    let reply = try engine.ask("XRANGE", "btn:{s}:l", "(\(revision)-0", "+")
    entries = (reply.elements ?? []).map { entry in
      let words = entry.elements?.last?.elements?.compactMap(\.string) ?? []
      var fields: [String: String] = [:]
      for index in stride(from: 0, to: words.count, by: 2) {
        fields[words[index]] = words[index + 1]
      }
      let lines = (fields["c"] ?? "").split(separator: "\n")
      return Entry(
        id: entry.elements?.first?.string ?? "", request: fields["r"] ?? "",
        values: lines.map { line in
          let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
          return (parts.first ?? "", parts.last ?? "")
        })
    }
  }

  /// It has every revision, and no request twice.
  func expectClean() {
    #expect(entries.map(\.id) == entries.indices.map { "\(revision + $0 + 1)-0" })
    #expect(Set(entries.map(\.request)).count == entries.count)
  }

  /// The values that a key had, one after the other.
  func values(of key: String) -> [String] {
    entries.flatMap { $0.values.filter { $0.key == key }.map(\.value) }
  }
}
