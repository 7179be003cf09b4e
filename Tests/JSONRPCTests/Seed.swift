import Glibc

/// A repeatable source of random numbers (SplitMix64) that prints its seed, and takes it from
/// `BUTTOND_TEST_SEED` when that is set.
struct Seed: RandomNumberGenerator {
  private var state: UInt64

  init(for name: String = #function) {
    state = environmentValue("BUTTOND_TEST_SEED").flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    print("\(name): BUTTOND_TEST_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// `count` rounds, times `BUTTOND_TEST_SCALE` (1 unless set), at least one.
func scaled(_ count: Int) -> Int {
  let scale = environmentValue("BUTTOND_TEST_SCALE").flatMap { Double($0) } ?? 1
  return max(1, Int(Double(count) * scale))
}

private func environmentValue(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
