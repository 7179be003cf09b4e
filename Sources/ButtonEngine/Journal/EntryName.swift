import ButtonModel

/// What an entry of the journal is about. Definitions and derivations may also be absent.
enum EntryName: Hashable {
  case button(UTF8String)
  case group(UTF8String)
  case derivedKey(UTF8String)
  /// The lease that a key belongs to.
  case lease(UTF8String)
  /// How far a scope of a fleet has been read.
  case scope(UTF8String)
  /// A request to a scope, by scope and number.
  case request(UTF8String)
  case image(UTF8String)
}
