import TestSupport
import Testing

@testable import ButtonStore

struct SlabTests {
  /// Owned by the elements, so that a lost or doubled one is noticed.
  private final class Owned {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func elementsSurviveAsBlocksGrowBesideEachOther() {
    var a = Slab<UInt32>()
    var b = Slab<Owned>()
    var c = Slab<UInt8>()
    for number in 0..<40_000 {
      a.append(UInt32(number))
      b.append(Owned(number))
      let begin = c.count
      c.extend(by: 3)
      for index in begin..<c.count { c.at(index).pointee = UInt8(truncatingIfNeeded: index) }
      if a.capacity * 4 >= 4_096 { #expect(UInt(bitPattern: a.base) % 64 == 0) }
    }
    b.truncate(to: 30_000)
    #expect((0..<40_000).allSatisfy { a.base[$0] == $0 })
    #expect((0..<30_000).allSatisfy { b.base[$0].number == $0 })
    #expect((0..<120_000).allSatisfy { c.base[$0] == UInt8(truncatingIfNeeded: $0) })
    a.removeAll(keepingCapacity: 64)
    #expect((a.count, a.capacity) == (0, 0))
    a.append(7)
    #expect(a.at(0).pointee == 7)
  }
}
