/// Numbers between −1 and 1 that spread restarts; no system call each, as one is drawn per event.
struct Jitter {
  private var state: UInt64

  /// A source that repeats its numbers for the same seed, which is not 0.
  init(seed: UInt64) {
    precondition(seed != 0, "a xorshift generator needs a seed other than 0")
    state = seed
  }

  /// The next number.
  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(Int64(bitPattern: state)) / 0x1p63
  }
}
