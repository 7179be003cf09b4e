/// Types that a value may have, as far as that is known before it is evaluated.
struct KindSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Exactly one type.
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

  /// Its types.
  var kinds: [ValueKind] { ValueKind.allCases.filter { contains(KindSet($0)) } }

  /// The types in a sentence: `a string, a list or a map`.
  var phrase: String { alternatives(kinds.map(\.phrase)) }
}
