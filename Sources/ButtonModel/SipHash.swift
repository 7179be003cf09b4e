/// SipHash-1-3, a keyed hash: without the key, names with equal hashes cannot be found.
///
/// Swift's `Hasher` is the same for input in pieces; this takes half the time for a name in one
/// piece.
package struct SipHash: Sendable {
  private let low: UInt64
  private let high: UInt64

  package init(key low: UInt64, _ high: UInt64) { (self.low, self.high) = (low, high) }

  /// Creates a hash with a random key.
  package init() { self.init(key: .random(in: 0 ... .max), .random(in: 0 ... .max)) }

  package func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state = State(low, high)
    var last = UInt64(truncatingIfNeeded: bytes.count) &<< 56
    guard let base = bytes.baseAddress else { return state.finish(last) }
    func word(at offset: Int) -> UInt64 {
      UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var offset = 0
    while offset &+ 8 <= bytes.count {
      state.absorb(word(at: offset))
      offset &+= 8
    }
    let rest = bytes.count &- offset
    if offset > 0 {
      // The rest is the end of the last eight bytes: no loop whose length differs from name to
      // name.
      last |= word(at: bytes.count &- 8) >> UInt64((8 &- rest) * 8)
    } else {
      for index in 0..<rest { last |= UInt64(bytes[index]) &<< UInt64(index * 8) }
    }
    return state.finish(last)
  }

  private struct State {
    private var a, b, c, d: UInt64

    init(_ low: UInt64, _ high: UInt64) {
      a = low ^ 0x736F_6D65_7073_6575
      b = high ^ 0x646F_7261_6E64_6F6D
      c = low ^ 0x6C79_6765_6E65_7261
      d = high ^ 0x7465_6462_7974_6573
    }

    mutating func absorb(_ word: UInt64) {
      d ^= word
      round()
      a ^= word
    }

    mutating func finish(_ last: UInt64) -> UInt64 {
      absorb(last)
      c ^= 0xFF
      for _ in 0..<3 { round() }
      return a ^ b ^ c ^ d
    }

    private mutating func round() {
      a &+= b
      b = rotated(b, 13) ^ a
      a = rotated(a, 32)
      c &+= d
      d = rotated(d, 16) ^ c
      a &+= d
      d = rotated(d, 21) ^ a
      c &+= b
      b = rotated(b, 17) ^ c
      c = rotated(c, 32)
    }

    private func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      word &<< bits | word &>> (64 &- bits)
    }
  }
}
