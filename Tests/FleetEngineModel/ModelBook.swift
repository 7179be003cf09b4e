import FleetLink

/// How many bytes a stream of dense entries has, from one of them on.
package struct ModelBook: Sendable, Equatable {
  package var bytes = 0
  /// The number of the first that is counted.
  package private(set) var from: UInt64

  package init(from: UInt64 = 1) { self.from = from }

  /// `FROM` and the bytes, as the functions keep them.
  package func text(_ last: UInt64) -> String { "\(last) \(bytes) \(from)" }

  /// Drops the entries below `floor`, and more until the others have at most so many bytes.
  mutating func shorten<Entry: ModelEntry>(
    _ entries: inout [Entry], _ floor: Int, _ most: Int, next: UInt64, _ size: (Entry) -> Int
  ) {
    var lowest = floor
    var index = entries.firstIndex { $0.number >= from } ?? entries.count
    while Int(from) < floor || bytes > most {
      guard index < entries.count, entries[index].number == from else {
        (bytes, from, lowest) = (0, next, floor)
        break
      }
      bytes -= size(entries[index])
      from += 1
      index += 1
      lowest = Int(from)
    }
    entries.removeFirst(entries.prefix { Int($0.number) < lowest }.count)
  }
}

/// An entry of such a stream.
package protocol ModelEntry {
  var number: UInt64 { get }
}

extension LogEntry: ModelEntry {
  package var number: UInt64 { revision }
}
