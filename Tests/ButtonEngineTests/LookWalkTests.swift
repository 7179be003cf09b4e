import ButtonStore
import TestSupport
import Testing

@testable import ButtonEngine

/// The walk through looks in the order of their changes.
@Suite struct LookWalkTests {
  @Test func aWalkFromALookFindsWhatAWalkFromTheEndFinds() {
    var random = Seed()
    var looks = LookTable()
    var serials: [UInt32: UInt64] = [:]
    for serial in 1...UInt64(scaled(2_000)) {
      let slot = UInt32.random(in: 0..<50, using: &random)
      let text = Array("\(serial)".utf8)
      text.withUnsafeBytes {
        _ = looks.show(
          ButtonSlot(rawValue: slot), appearance: $0, isHighlighted: false, serial: serial,
          tick: serial, revision: 0)
      }
      looks.endFrame()
      serials[slot] = serial
      if serial % 11 == 0 {
        let gone = UInt32.random(in: 0..<50, using: &random)
        looks.remove(ButtonSlot(rawValue: gone))
        serials[gone] = nil
      }
      guard let start = serials.randomElement(using: &random) else { continue }
      // A slot whose look has changed since is of no use, and does no harm.
      let other = UInt64.random(in: 0...serial, using: &random)
      let cursor = Bool.random(using: &random) ? start.value : other
      var found: [UInt64] = []
      looks.forEach(after: cursor, from: ButtonSlot(rawValue: start.key), for: .part) { _, serial in
        found.append(serial)
        return true
      }
      #expect(found == serials.values.filter { $0 > cursor }.sorted())
    }
  }
}
