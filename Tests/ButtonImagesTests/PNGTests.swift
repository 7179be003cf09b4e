import ButtonImages
import Testing

/// The chunks of PNGs, made by hand.
@Suite struct PNGTests {
  /// A PNG of these chunks.
  private func png(_ chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunks.flatMap { chunk in
        let body = Array(chunk.name.utf8) + chunk.data
        return number(chunk.data.count) + body + number(Int(checksum(body)))
      }
  }

  private func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { (shift: Int) in UInt8(truncatingIfNeeded: number >> shift) }
  }

  /// CRC-32 bit by bit, as the standard defines it.
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    return ~sum
  }

  /// The header of an image of one byte a sample.
  private func header(
    _ width: Int = 4, _ height: Int = 4, depth: UInt8 = 8, color: UInt8 = 0,
    rest: [UInt8] = [0, 0, 0]
  ) -> (String, [UInt8]) {
    ("IHDR", number(width) + number(height) + [depth, color] + rest)
  }

  private let pixels: (String, [UInt8]) = ("IDAT", [1, 2, 3, 4, 5, 6, 7, 8, 9])
  private let end: (String, [UInt8]) = ("IEND", [])
  private let palette: (String, [UInt8]) = ("PLTE", [1, 2, 3])

  @Test func aHeaderPixelsAndAnEndAreEnough() throws {
    let image = try ImageFile(png([header(300, 200), pixels, end]))
    #expect(image.kind == .png && image.width == 300 && image.height == 200)
    #expect(mistake(png([header(), pixels, ("IDAT", []), pixels, end])) == nil)
    #expect(mistake(png([header(color: 3), palette, pixels, end])) == nil)
    #expect(mistake(png([header(color: 2), palette, pixels, ("tEXt", [65]), end])) == nil)
  }

  @Test(
    arguments: [
      (4_096, 1_024, nil), (1, 1, nil), (4_097, 1, "is 4097 x 1 pixels; at most 4096 a side"),
      (1, 4_097, "at most 4096 a side"), (100_000, 100_000, "is 100000 x 100000 pixels; at most"),
      (4_096, 1_025, "is 4096 x 1025 pixels; at most 4194304 in all"),
      (0, 5, "0 x 5 pixels: empty"),
      (5, 0, "5 x 0 pixels: empty"), (0xFFFF_FFFF, 0xFFFF_FFFF, "at most 4096 a side"),
    ] as [(Int, Int, String?)])
  func sizesHaveLimits(width: Int, height: Int, message: String?) {
    let found = mistake(png([header(width, height), pixels, end]))
    #expect(message.map { found?.contains($0) == true } ?? (found == nil), "\(found ?? "taken")")
  }

  @Test(
    arguments: [
      (0, [1, 2, 4, 8, 16]), (1, []), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (5, []),
      (6, [8, 16]), (7, []),
    ] as [(UInt8, [UInt8])])
  func coloursHaveTheirDepths(color: UInt8, depths: [UInt8]) {
    for depth in UInt8(0)...17 {
      let chunks = [header(depth: depth, color: color)] + (color == 3 ? [palette] : [])
      let found = mistake(png(chunks + [pixels, end]))
      #expect((found == nil) == depths.contains(depth), "\(depth) bits")
      #expect(found?.contains("which PNG has not") != false)
    }
  }

  @Test(
    arguments: [
      ([1, 0, 0], "compression, filter or interlace"),
      ([0, 1, 0], "compression, filter or interlace"),
      ([0, 0, 2], "compression, filter or interlace"), ([0, 0], "a header of 12 bytes"),
      ([0, 0, 0, 0], "a header of 14 bytes"),
    ] as [([UInt8], String)])
  func headersAreAsTheStandardSays(rest: [UInt8], message: String) {
    #expect(mistake(png([header(rest: rest), pixels, end]))?.contains(message) == true)
  }

  @Test func chunksComeInTheirOrder() {
    let text: (String, [UInt8]) = ("tEXt", [65, 0, 66])
    let indexed = header(color: 3)
    let cases: [([(String, [UInt8])], String)] = [
      ([], "is cut off: the last chunk is not there"),
      ([header(), pixels], "is cut off: the last chunk is not there"),
      ([pixels, header(), end], "does not begin with the chunk IHDR"),
      ([header(), header(), pixels, end], "has two headers"),
      ([header(), end], "has no pixels"), ([header(), ("IDAT", []), end], "has no pixels"),
      ([header(), pixels, text, pixels, end], "other chunks between its pixels"),
      ([header(), pixels, ("IEND", [1])], "data in its last chunk"),
      ([header(), pixels, end, end], "has 12 bytes after its end"),
      ([indexed, pixels, end], "has no palette"),
      ([indexed, pixels, palette, end], "has no palette"),
      ([header(color: 2), pixels, palette, end], "a palette where none may be"),
      ([header(), palette, pixels, end], "a palette where none may be"),
      ([header(color: 4), palette, pixels, end], "a palette where none may be"),
      ([indexed, palette, palette, pixels, end], "a palette where none may be"),
      ([indexed, ("PLTE", [1, 2]), pixels, end], "a palette of 2 bytes"),
      ([indexed, ("PLTE", []), pixels, end], "a palette of 0 bytes"),
      ([header(depth: 1, color: 3), ("PLTE", Array(1...9)), pixels, end], "at most 2 colours"),
    ]
    for (chunks, message) in cases {
      let found = mistake(png(chunks))
      #expect(found?.contains(message) == true, "\(message), not \(found ?? "taken")")
    }
  }

  @Test(
    arguments: [
      (0, 2, true), (0, 1, false), (2, 6, true), (2, 2, false), (3, 1, true), (3, 2, false),
      (3, 0, false), (4, 2, false), (6, 6, false),
    ] as [(UInt8, Int, Bool)])
  func transparencyFitsTheColours(color: UInt8, count: Int, isTaken: Bool) {
    let chunk = ("tRNS", [UInt8](repeating: 0, count: count))
    let before = [header(color: color)] + (color == 3 ? [palette] : [])
    #expect((mistake(png(before + [chunk, pixels, end])) == nil) == isTaken)
    let late = mistake(png(before + [pixels, chunk, end]))
    #expect(late?.contains("tRNS that does not fit") == true)
  }

  @Test(arguments: [
    ("acTL", "is animated; give a still image"), ("fcTL", "is animated"), ("fdAT", "is animated"),
    ("ABCD", "the chunk ABCD, which no decoder need know"), ("te3t", "not four letters"),
    ("[Xt_", "not four letters"),
  ])
  func chunksThatChangeThePictureAreRefused(name: String, message: String) {
    let found = mistake(png([header(), (name, [0, 0, 0, 1]), pixels, end]))
    #expect(found?.contains(message) == true, "\(found ?? "taken")")
    #expect(mistake(png([header(), ("abCd", [0]), pixels, end])) == nil)
  }

  @Test func eachChunkHasItsChecksum() throws {
    let good = png([header(), ("tEXt", Array(0...200)), pixels, end])
    for place in 16..<good.count {
      var bad = good
      bad[place] ^= 0x10
      #expect(mistake(bad) != nil, "byte \(place)")
    }
    var bad = good
    bad[60] ^= 1
    #expect(mistake(bad) == "is damaged: the checksum of the chunk tEXt is wrong")
  }

  @Test func lengthsStayInTheFile() {
    for length in [UInt32.max, 0x8000_0000, 0x7FFF_FFFF, 10] {
      var bytes = png([header(), pixels])
      bytes.replaceSubrange(33..<37, with: number(Int(length)))
      #expect(mistake(bytes) == "is cut off: a chunk says it has \(length) bytes")
    }
  }

  /// Decoders unpack profiles and texts, and keep other chunks in lists.
  @Test(arguments: ["iCCP", "zTXt", "iTXt"])
  func compressedMetadataIsSmall(name: String) {
    let half = (name, [UInt8](repeating: 65, count: 8 << 10))
    #expect(mistake(png([header(), half, half, pixels, end])) == nil)
    let found = mistake(png([header(), half, (name, [65]), half, pixels, end]))
    #expect(found == "has too much metadata: strip it")
    let plain = ("tEXt", [UInt8](repeating: 65, count: 40 << 10))
    #expect(mistake(png([header(), plain, pixels, end])) == nil)
  }

  @Test func metadataIsOfFewChunks() {
    let chunks = Array(repeating: ("tEXt", [UInt8(65)]), count: 257)
    #expect(mistake(png([header()] + chunks.dropLast() + [pixels, end])) == nil)
    #expect(mistake(png([header()] + chunks + [pixels, end])) == "has too much metadata: strip it")
    let many = Array(repeating: pixels, count: 1_000)
    #expect(mistake(png([header()] + many + [end])) == nil)
  }
}
