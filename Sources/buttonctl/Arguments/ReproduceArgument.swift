import ArgumentParser

/// `SEED` or `SEED:CASE`: random inputs of an earlier check.
struct ReproduceArgument: ExpressibleByArgument {
  let seed: UInt64
  /// The number of the one button; nil for all.
  let number: Int?

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let seed = UInt64(parts[0]) else { return nil }
    self.seed = seed
    guard parts.count == 2 else {
      number = nil
      return
    }
    guard let number = Int(parts[1]), number >= 0 else { return nil }
    self.number = number
  }
}
