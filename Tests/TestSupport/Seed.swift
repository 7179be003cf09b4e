import Glibc

/// A repeatable source of random numbers (SplitMix64) that says how to repeat it: it prints its seed,
/// and takes it from `BUTTOND_TEST_SEED` when that is set.
package struct Seed: RandomNumberGenerator {
  /// What the sequence follows from.
  package let value: UInt64
  private var state: UInt64

  /// A new seed for the test called `name`.
  package init(for name: String = #function) {
    let given = environmentValue("BUTTOND_TEST_SEED").flatMap { UInt64($0) }
    self.init(given ?? UInt64.random(in: 0 ... .max))
    print("\(name): BUTTOND_TEST_SEED=\(value)")
  }

  /// This very seed, in silence.
  package init(_ value: UInt64) {
    self.value = value
    state = value
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// `count` rounds, times `BUTTOND_TEST_SCALE` (1 unless set; it may be a fraction), at least one.
package func scaled(_ count: Int) -> Int {
  let scale = environmentValue("BUTTOND_TEST_SCALE").flatMap { Double($0) } ?? 1
  return max(1, Int(Double(count) * scale))
}

/// The same, but only `few` rounds unless `BUTTOND_TEST_SCALE` is above 1: each of these rounds is dear, and
/// scripts/soak runs all.
package func scaled(_ count: Int, few: Int) -> Int {
  scaled(100) > 100 ? scaled(count) : min(few, scaled(count))
}

private func environmentValue(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
