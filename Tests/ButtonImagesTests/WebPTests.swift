import ButtonImages
import Testing

/// The chunks of WebPs, made by hand.
@Suite struct WebPTests {
  private func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func webp(_ chunks: [(name: String, data: [UInt8])], padding: UInt8 = 0) -> [UInt8] {
    let body = chunks.flatMap { chunk in
      Array(chunk.name.utf8) + number(chunk.data.count, 4) + chunk.data
        + (chunk.data.count % 2 == 0 ? [] : [padding])
    }
    return Array("RIFF".utf8) + number(body.count + 4, 4) + Array("WEBP".utf8) + body
  }

  /// A lossy image; its tag says: a key frame, version 0, shown, with a first part of one byte.
  private func lossy(
    _ width: Int = 9, _ height: Int = 7, tag: Int = 0x30, start: [UInt8] = [0x9D, 0x01, 0x2A],
    data: [UInt8] = [1, 2]
  ) -> (String, [UInt8]) {
    ("VP8 ", number(tag, 3) + start + number(width, 2) + number(height, 2) + data)
  }

  private func lossless(
    _ width: Int = 9, _ height: Int = 7, version: Int = 0, sign: UInt8 = 0x2F
  ) -> (String, [UInt8]) {
    ("VP8L", [sign] + number(width - 1 | (height - 1) << 14 | version << 29, 4) + [1])
  }

  private func canvas(_ width: Int = 9, _ height: Int = 7, flags: UInt8 = 0) -> (String, [UInt8]) {
    ("VP8X", [flags, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
  }

  private func transparency(_ method: UInt8 = 0, count: Int = 63) -> (String, [UInt8]) {
    ("ALPH", [method] + Array(repeating: 0, count: count))
  }

  private let profile: (String, [UInt8]) = ("ICCP", [1, 2, 3])
  private let exif: (String, [UInt8]) = ("EXIF", [1])
  private let xmp: (String, [UInt8]) = ("XMP ", [1])

  @Test func anImageIsEnough() throws {
    for image in [lossy(300, 200), lossless(300, 200)] {
      for chunks in [[image], [canvas(300, 200), profile, image, exif, xmp]] {
        let file = try ImageFile(webp(chunks))
        #expect(file.kind == .webp && file.width == 300 && file.height == 200)
      }
    }
    #expect(mistake(webp([canvas(), transparency(), lossy()])) == nil)
    #expect(mistake(webp([canvas(), transparency(1, count: 5), lossy()])) == nil)
    // The two bits above a width ask for scaling.
    #expect(try ImageFile(webp([lossy(9 | 0xC000, 7 | 0x4000)])).width == 9)
  }

  @Test func chunksAreWhereTheyMayBe() {
    let animated: (String, [UInt8]) = ("ANIM", [0, 0, 0, 0, 0, 0])
    let cases: [([(String, [UInt8])], String)] = [
      ([], "has no pixels"), ([canvas()], "has no pixels"),
      ([lossy(), exif], "the chunk EXIF where none may be"),
      ([lossy(), lossless()], "the chunk VP8L where none may be"),
      ([canvas(), lossy(), lossless()], "the chunk VP8L where none may be"),
      ([canvas(), lossy(), lossy()], "has two chunks VP8"),
      ([lossy(), canvas()], "the chunk VP8X where none may be"),
      ([exif, lossy()], "the chunk EXIF where none may be"),
      ([canvas(), lossy(), profile], "the chunk ICCP where none may be"),
      ([canvas(), lossy(), transparency()], "the chunk ALPH where none may be"),
      ([transparency(), lossy()], "the chunk ALPH where none may be"),
      ([canvas(), transparency(), lossless()], "the chunk VP8L where none may be"),
      ([canvas(), exif, exif, lossy()], "has two chunks EXIF"),
      ([canvas(), ("abcd", [1]), lossy()], "the chunk abcd where none may be"),
      ([canvas(flags: 2), animated, lossy()], "is animated; give a still image"),
      ([canvas(), animated, lossy()], "is animated"), ([canvas(), ("ANMF", [])], "is animated"),
      ([("VP8X", [0, 0, 0, 0])], "a header of 4 bytes instead of 10"),
      ([canvas(10, 7), lossy()], "a canvas of 10 x 7 pixels, but an image of 9 x 7"),
      ([canvas(5_000, 7), lossy()], "at most 4096 a side"),
      ([canvas(), transparency(count: 62), lossy()], "not as large as its image"),
      ([canvas(), transparency(2), lossy()], "transparency has no legal header"),
      ([canvas(), transparency(0, count: 0), lossy()], "transparency has no legal header"),
    ]
    for (chunks, message) in cases {
      let found = mistake(webp(chunks))
      #expect(found?.contains(message) == true, "\(message), not \(found ?? "taken")")
    }
  }

  @Test func imagesHaveLegalHeaders() {
    let cases: [((String, [UInt8]), String)] = [
      (lossy(tag: 0x31), "not a whole key frame"), (lossy(tag: 0x38), "not a whole key frame"),
      (lossy(tag: 0x20), "not a whole key frame"),
      (lossy(tag: 0x50), "not a whole key frame"),
      (lossy(start: [0x9D, 0x01, 0x2B]), "no legal header"), (lossy(data: []), "no legal header"),
      (("VP8 ", [0x30]), "no legal header"), (lossless(sign: 0x2E), "no legal header"),
      (("VP8L", [0x2F, 0, 0, 0, 0]), "no legal header"),
      (lossless(version: 1), "an unknown version"), (lossy(0, 7), "0 x 7 pixels: empty"),
      (lossy(4_097, 1), "at most 4096 a side"), (lossless(16_384, 1), "at most 4096 a side"),
      (lossless(4_000, 4_000), "at most 4194304 in all"),
    ]
    for (image, message) in cases {
      let found = mistake(webp([image]))
      #expect(found?.contains(message) == true, "\(message), not \(found ?? "taken")")
    }
  }

  @Test func theFileIsAsLongAsItSays() {
    let good = webp([canvas(), exif, lossy()])
    #expect(mistake(good) == nil)
    #expect(mistake(good + [0, 0]) == "has 2 bytes after its end: save it again")
    #expect(mistake(Array(good.dropLast()))?.contains("is cut off") == true)
    var bytes = good
    bytes[16] = 0xFF
    bytes[19] = 0xFF
    #expect(mistake(bytes) == "is cut off: it says it has more bytes")
    #expect(mistake(webp([canvas(), exif, lossy()], padding: 1))?.contains("padding") == true)
    #expect(mistake("RIFF\u{4}\u{0}\u{0}\u{0}WAVE")?.contains("not WebP") == true)
    #expect(mistake("RIFF\u{4}\u{0}")?.contains("is cut off") == true)
    #expect(mistake("RIFF\u{6}\u{0}\u{0}\u{0}WEBPVP")?.contains("is cut off") == true)
  }
}
