/// What an evaluation costs, in thirty-seconds of a step: a step is what a byte is 32 times.
///
/// The figures are such that a step of any kind takes about as long as of another; the costs of all are
/// measured by `buttond-bench costs`.
enum Work {
  /// Executing an instruction.
  static let step = 32
  /// Going on to another element of a list, or member of a map, besides its bytes.
  static let element = 8
  /// Making another text, besides its bytes.
  static let text = 40
  /// Looking for a text once, besides the bytes gone through.
  static let search = 8
  /// Looking at a byte for whether a text begins there.
  static let searchedByte = 2

  /// Compiling anything at all.
  static let program = 512
  /// Taking a byte of a source.
  static let sourceByte = 4
  /// Taking a word of a source, besides its bytes.
  static let word = 96
  /// Making a node of a tree and an instruction of that.
  static let node = 160
  /// Comparing a name with a key that is known.
  static let keyComparison = 4

  /// Reading a double that is written in that many bytes.
  static func reading(_ bytes: Int) -> Int { 64 &+ 8 &* bytes }

  /// Writing a double in that many bytes, besides these; one with few digits is written at once.
  static func writing(_ bytes: Int) -> Int { 3 &* max(0, bytes &- 8) }

  /// Having the C library write a double in that many bytes, besides these.
  static func printing(_ bytes: Int) -> Int { 800 &+ 24 &* bytes }
}
