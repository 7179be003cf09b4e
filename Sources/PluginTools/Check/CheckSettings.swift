package struct CheckSettings: Sendable {
  package var folder: String
  /// The installed `buttond-worker`.
  package var workerPath: String
  package var seed: UInt64
  /// The one random button to try; nil for all.
  package var reproducedCase: Int?
  /// Nil for all items.
  package var only: Set<String>?
  /// Per item.
  package var milliseconds: Int
  package var fuzzCases: Int
  /// How often the plugin is created and destroyed.
  package var lives: Int

  package init(
    folder: String, workerPath: String, seed: UInt64, reproducedCase: Int? = nil,
    only: Set<String>? = nil, milliseconds: Int = 10_000, fuzzCases: Int = 4_096, lives: Int = 1_000
  ) {
    self.folder = folder
    self.workerPath = workerPath
    self.seed = seed
    self.reproducedCase = reproducedCase
    self.only = only
    self.milliseconds = milliseconds
    self.fuzzCases = fuzzCases
    self.lives = lives
  }
}
