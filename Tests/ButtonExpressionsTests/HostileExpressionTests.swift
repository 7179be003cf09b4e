import HostileInputs
import TestSupport
import Testing

/// Expressions that somebody damaged: nothing but values and errors comes of them.
@Suite struct HostileExpressionTests {
  @Test func damagedExpressionsAreRefusedOrEvaluated() {
    var seed = Seed()
    let sources = TableTests.rows.compactMap { ($0.value["cel"] ?? $0.value["template"])?.string }
    let values = TableTests.rows.compactMap { row -> String? in
      guard case .object(let members)? = row.value["state"] else { return nil }
      return members.first?.value.text
    }
    var depths: [HostileExpression.Depth: Int] = [:]
    for _ in 0..<scaled(5_000, few: 2_000) {
      var bytes = Array((sources.randomElement(using: &seed) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...3, using: &seed) { damage(&bytes, sources, &seed) }
      bytes += [0] + Array((values.randomElement(using: &seed) ?? "1").utf8)
      depths[bytes.withUnsafeBytes { HostileExpression.exercise($0) }, default: 0] += 1
    }
    #expect(depths.count == 3, "not everything is reached: \(depths)")
  }

  /// Removes, repeats, exchanges or adds something.
  private func damage(_ bytes: inout [UInt8], _ sources: [String], _ seed: inout Seed) {
    let place = Int.random(in: 0...bytes.count, using: &seed)
    switch Int.random(in: 0..<5, using: &seed) {
    case 0: bytes.removeSubrange(place..<min(bytes.count, place + 2))
    case 1: bytes.insert(UInt8.random(in: 1...255, using: &seed), at: place)
    case 2: bytes.insert(contentsOf: (sources.randomElement(using: &seed) ?? "").utf8, at: place)
    case 3: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
    default:
      let signs = Array("()[].?{}'\"!:&|%".utf8)
      bytes.insert(signs.randomElement(using: &seed) ?? 0, at: place)
    }
  }
}
