/// What a shared library tells the loader, read without trusting it.
package struct ELFLibrary: Hashable, Sendable {
  private static let maximumSegments: UInt16 = 256
  private static let maximumEntries: UInt64 = 4_096
  private static let maximumSymbols: UInt64 = 1 << 20

  /// The machine's ELF number.
  package private(set) var machine: UInt16 = 0
  package private(set) var hasExecutableStack = true
  package private(set) var hasWritableCode = false
  /// Its code must be modified to be loaded.
  package private(set) var hasTextRelocations = false
  package private(set) var needed: [String] = []
  /// The symbols, without the unnamed one.
  package private(set) var symbols: [ELFSymbol] = []

  private struct Segment: Hashable {
    let address: UInt64
    let offset: UInt64
    let size: UInt64
  }

  private struct Dynamic {
    var strings: UInt64?
    var stringsSize: UInt64 = 0
    var symbols: UInt64?
    var hash: UInt64?
    var gnuHash: UInt64?
    var needed: [UInt64] = []
  }

  package init(_ bytes: UnsafeRawBufferPointer) throws(ELFError) {
    let reader = ELFReader(bytes: bytes)
    guard bytes.count >= 64, bytes.prefix(4).elementsEqual([0x7F, 0x45, 0x4C, 0x46]) else {
      throw ELFError("it is not an ELF file")
    }
    guard bytes[4] == 2, bytes[5] == 1 else { throw ELFError("it is not for a 64-bit processor") }
    guard try reader.read(UInt16.self, at: 16, "header") == 3 else {
      throw ELFError("it is not a shared library")
    }
    machine = try reader.read(UInt16.self, at: 18, "header")
    var dynamic: Segment?
    let segments = try readSegments(reader, &dynamic)
    guard let dynamic else { throw ELFError("it has no dynamic section") }
    try readDynamic(reader, dynamic, segments)
  }

  private mutating func readSegments(
    _ reader: ELFReader, _ dynamic: inout Segment?
  ) throws(ELFError) -> [Segment] {
    let table = try reader.read(UInt64.self, at: 32, "header")
    let size = try reader.read(UInt16.self, at: 54, "header")
    let count = try reader.read(UInt16.self, at: 56, "header")
    guard size == 56, count <= ELFLibrary.maximumSegments else {
      throw ELFError("its program header is not valid")
    }
    var loaded: [Segment] = []
    for index in 0..<UInt64(count) {
      let start = try ELFLibrary.sum(table, index * 56)
      let type = try reader.read(UInt32.self, at: start, "program header")
      let flags = try reader.read(UInt32.self, at: try ELFLibrary.sum(start, 4), "program header")
      let segment = Segment(
        address: try reader.read(UInt64.self, at: try ELFLibrary.sum(start, 16), "program header"),
        offset: try reader.read(UInt64.self, at: try ELFLibrary.sum(start, 8), "program header"),
        size: try reader.read(UInt64.self, at: try ELFLibrary.sum(start, 32), "program header"))
      switch type {
      case 1:
        loaded.append(segment)
        if flags & 3 == 3 { hasWritableCode = true }
      case 2: dynamic = segment
      case 0x6474_E551: hasExecutableStack = flags & 1 != 0
      default: break
      }
    }
    return loaded
  }

  private mutating func readDynamic(
    _ reader: ELFReader, _ segment: Segment, _ segments: [Segment]
  ) throws(ELFError) {
    var found = Dynamic()
    let count = min(segment.size / 16, ELFLibrary.maximumEntries)
    for index in 0..<count {
      let start = try ELFLibrary.sum(segment.offset, index * 16)
      let tag = try reader.read(UInt64.self, at: start, "dynamic section")
      let value = try reader.read(
        UInt64.self, at: try ELFLibrary.sum(start, 8), "dynamic section")
      if tag == 0 { break }
      switch tag {
      case 1: found.needed.append(value)
      case 4: found.hash = value
      case 5: found.strings = value
      case 6: found.symbols = value
      case 10: found.stringsSize = value
      case 22: hasTextRelocations = true
      case 30: if value & 4 != 0 { hasTextRelocations = true }
      case 0x6FFF_FEF5: found.gnuHash = value
      default: break
      }
    }
    guard let strings = found.strings, let symbols = found.symbols else {
      throw ELFError("its dynamic section names no symbols")
    }
    let start = try ELFLibrary.offset(of: strings, segments)
    let names = start..<(try ELFLibrary.sum(start, found.stringsSize))
    for name in found.needed {
      needed.append(
        try reader.text(
          at: try ELFLibrary.sum(start, name), before: names.upperBound, "library's name"))
    }
    try readSymbols(
      reader, at: try ELFLibrary.offset(of: symbols, segments),
      count: try ELFLibrary.symbolCount(reader, found, segments), names)
  }

  private mutating func readSymbols(
    _ reader: ELFReader, at start: UInt64, count: UInt64, _ names: Range<UInt64>
  ) throws(ELFError) {
    guard count <= ELFLibrary.maximumSymbols else { throw ELFError("it has too many symbols") }
    // The first one is the null symbol.
    for index in 1..<max(count, 1) {
      let place = try ELFLibrary.sum(start, index * 24)
      symbols.append(try ELFSymbol(reader, at: place, strings: names))
    }
  }

  /// Only the hash tables have the number of symbols.
  private static func symbolCount(
    _ reader: ELFReader, _ dynamic: Dynamic, _ segments: [Segment]
  ) throws(ELFError) -> UInt64 {
    if let hash = dynamic.hash {
      let start = try offset(of: hash, segments)
      return UInt64(try reader.read(UInt32.self, at: try sum(start, 4), "hash table"))
    }
    guard let hash = dynamic.gnuHash else { throw ELFError("it has no table of its symbols") }
    let start = try offset(of: hash, segments)
    let buckets = UInt64(try reader.read(UInt32.self, at: start, "hash table"))
    let first = UInt64(try reader.read(UInt32.self, at: try sum(start, 4), "hash table"))
    let bloom = UInt64(try reader.read(UInt32.self, at: try sum(start, 8), "hash table"))
    guard buckets <= maximumSymbols else { throw ELFError("its hash table is not valid") }
    let table = try sum(start, 16 + bloom * 8)
    var last: UInt64 = 0
    for index in 0..<buckets {
      last = max(
        last, UInt64(try reader.read(UInt32.self, at: try sum(table, index * 4), "hash table")))
    }
    guard last >= first else { return first }
    let chains = try sum(table, buckets * 4)
    while last <= maximumSymbols {
      let link = try reader.read(
        UInt32.self, at: try sum(chains, (last - first) * 4), "hash table")
      last += 1
      if link & 1 != 0 { break }
    }
    return last
  }

  private static func offset(of address: UInt64, _ segments: [Segment]) throws(ELFError) -> UInt64 {
    for segment in segments where address >= segment.address {
      let distance = address - segment.address
      if distance < segment.size { return try sum(segment.offset, distance) }
    }
    throw ELFError("an address of its dynamic section lies nowhere")
  }

  private static func sum(_ a: UInt64, _ b: UInt64) throws(ELFError) -> UInt64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    guard !overflow else { throw ELFError("an address in it lies nowhere") }
    return sum
  }
}
