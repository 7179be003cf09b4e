import TestSupport
import Testing

/// How much memory the processes of a fleet have, and how many descriptors, again and again.
struct MemoryCurve: CustomStringConvertible {
  private var samples: [String: [Int]] = [:]

  /// Takes one sample of each.
  mutating func sample(_ day: FleetDay) throws {
    for (index, till) in day.tills.enumerated() {
      try add("daemon \(index)", till.daemon.processID)
      if let link = till.linkProcessID { try add("link \(index)", link) }
    }
    for index in 0..<2 { try add("engine \(index)", day.shop.processID(of: index)) }
  }

  private mutating func add(_ name: String, _ process: Int32) throws {
    samples["\(name) KiB", default: []].append(try ProcessFile.residentKiB(of: process))
    samples["\(name) descriptors", default: []]
      .append(try ProcessFile.descriptorCount(of: process))
  }

  /// Of the processes that were never killed: the last third has no more than the first, but for a tenth.
  func expectFlat() {
    for name in ["daemon 0", "link 0"].flatMap({ ["\($0) KiB", "\($0) descriptors"] }) {
      // Until then caches and logs fill.
      let later = (samples[name] ?? []).dropFirst((samples[name]?.count ?? 0) / 10)
      guard later.count >= 30 else { continue }
      let third = later.count / 3
      let (first, last) = (median(later.prefix(third)), median(later.suffix(third)))
      #expect(last <= first + first / 10 + 5, "\(name) grows from \(first) to \(last)")
    }
  }

  private func median(_ values: ArraySlice<Int>) -> Int { values.sorted()[values.count / 2] }

  /// Ten medians of each, one for each tenth of the time.
  var description: String {
    samples.keys.sorted().map { name in
      let all = samples[name] ?? []
      let tenths = (0..<10).map { all[all.count * $0 / 10..<all.count * ($0 + 1) / 10] }
      let medians = tenths.filter { !$0.isEmpty }.map { "\(median($0))" }
      return "\(name): \(medians.joined(separator: " "))"
    }.joined(separator: "\n")
  }
}
