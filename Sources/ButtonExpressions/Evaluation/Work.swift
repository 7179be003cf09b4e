/// Costs of an evaluation, in 1/32 of a step: what 32 bytes cost is a step.
///
/// Calibrated so that all kinds of steps take about equally long; see `buttond-bench costs`.
enum Work {
  /// Per instruction.
  static let step = 32
  /// Per element of a list or member of a map, bytes excluded.
  static let element = 8
  /// Making another text, bytes excluded.
  static let text = 40
  /// Searching a text once, bytes excluded.
  static let search = 8
  /// Per byte at which a text may begin.
  static let searchedByte = 2

  /// Per compilation.
  static let program = 512
  /// Per byte of source.
  static let sourceByte = 4
  /// Per token, bytes excluded.
  static let word = 96
  /// Per node of the tree and its instruction.
  static let node = 160
  static let keyComparison = 4

  /// Reading a double of this many bytes.
  static func reading(_ bytes: Int) -> Int { 64 &+ 8 &* bytes }

  /// Writing a double of this many bytes, bytes excluded; one with few digits is free.
  static func writing(_ bytes: Int) -> Int { 3 &* max(0, bytes &- 8) }

  /// Writing it with the C library, bytes excluded.
  static func printing(_ bytes: Int) -> Int { 800 &+ 24 &* bytes }
}
