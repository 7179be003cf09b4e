/// The types that a value may have, as far as that is known before evaluation.
struct KindSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ kind: ValueKind) { rawValue = 1 << kind.rawValue }

  static let null = KindSet(.null)
  static let bool = KindSet(.bool)
  static let int = KindSet(.int)
  static let double = KindSet(.double)
  static let string = KindSet(.string)
  static let list = KindSet(.list)
  static let map = KindSet(.map)
  static let number: KindSet = [.int, .double]
  static let container: KindSet = [.list, .map]
  static let any = KindSet(rawValue: 0x7F)

  var kinds: [ValueKind] { ValueKind.allCases.filter { contains(KindSet($0)) } }

  /// The words for a sentence: `a string, a list or a map`.
  var phrase: String { alternatives(kinds.map(\.phrase)) }
}
