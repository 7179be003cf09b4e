/// A name in a library's dynamic symbol table.
package struct ELFSymbol: Hashable, Sendable {
  package let name: String
  /// Code, if it is defined at all.
  package let isFunction: Bool
  /// May be missing, or gives way to another.
  package let isWeak: Bool
  /// Others must come from other libraries.
  package let isDefined: Bool
  package let isVisible: Bool

  /// `strings` is the range of the names.
  init(_ reader: ELFReader, at offset: UInt64, strings: Range<UInt64>) throws(ELFError) {
    let name = try reader.read(UInt32.self, at: offset, "symbol table")
    let info = try reader.read(UInt8.self, at: offset + 4, "symbol table")
    let other = try reader.read(UInt8.self, at: offset + 5, "symbol table")
    let section = try reader.read(UInt16.self, at: offset + 6, "symbol table")
    self.name = try reader.text(
      at: strings.lowerBound &+ UInt64(name), before: strings.upperBound, "symbol's name")
    // 2 is a function, 10 one that is resolved at load time.
    isFunction = info & 15 == 2 || info & 15 == 10
    isWeak = info >> 4 == 2
    isDefined = section != 0
    let isGlobal = info >> 4 == 1 || info >> 4 == 2 || info >> 4 == 10
    isVisible = isGlobal && (other & 3 == 0 || other & 3 == 3)
  }
}
