/// What is to be checked, and how.
package struct CheckSettings: Sendable {
  /// The plugin's folder.
  package var folder: String
  /// The installed `buttond-worker`.
  package var workerPath: String
  /// What the random part follows from.
  package var seed: UInt64
  /// The one random button to try; nil for as many as there are.
  package var reproducedCase: Int?
  /// The items to try; nil for all.
  package var only: Set<String>?
  /// How long one item may take, in milliseconds.
  package var milliseconds: Int
  /// How many random buttons are tried.
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
