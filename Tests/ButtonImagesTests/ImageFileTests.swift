import ButtonImages
import TestSupport
import Testing

/// Pictures of all kinds.
@Suite struct ImageFileTests {
  @Test(arguments: Samples.all)
  func picturesOfOtherProgramsAreTaken(name: String) throws {
    let image = try ImageFile(try Samples.bytes(name))
    let kind: ImageFile.Kind =
      switch name.suffix(4) {
      case ".png": .png
      case ".jpg": .jpeg
      case ".svg": .svg
      default: .webp
      }
    #expect(image.kind == kind)
    #expect(image.width == (kind == .svg ? nil : 9) && image.height == (kind == .svg ? nil : 7))
  }

  @Test func mediaTypesAreTheRegisteredOnes() {
    let types = ImageFile.Kind.allCases.map(\.mediaType)
    #expect(types == ["image/png", "image/jpeg", "image/webp", "image/svg+xml"])
  }

  @Test func emptyAndLargeFilesAreRefused() {
    #expect(mistake([]) == "is empty")
    let most = ImageFile.maximumBytes
    #expect(mistake([UInt8](repeating: 0, count: most)) == "is none of PNG, JPEG, WebP and SVG")
    #expect(
      mistake([UInt8](repeating: 0, count: most + 1))
        == "has 524289 bytes; at most 524288: make it smaller")
  }

  @Test(arguments: [
    ("GIF89a", "a GIF"), ("GIF87a", "a GIF"), ("BM6\u{0}", "a BMP"), ("II*\u{0}", "a TIFF"),
    ("MM\u{0}*", "a TIFF"), ("II+\u{0}", "a TIFF"), ("MM\u{0}+", "a TIFF"),
    ("\u{0}\u{0}\u{1}\u{0}", "an ICO"), ("\u{0}\u{0}\u{2}\u{0}", "a cursor"),
    ("\u{0}\u{0}\u{0} ftypavif", "an AVIF"), ("\u{0}\u{0}\u{0} ftypavis", "an AVIF"),
    ("\u{0}\u{0}\u{0} ftypheic", "a HEIC"), ("\u{0}\u{0}\u{0} ftypmif1", "a HEIF"),
    ("\u{0}\u{0}\u{0} ftypmsf1", "a HEIF"), ("\u{0}\u{0}\u{0} ftypisom", "a film"),
    ("%PDF-1.7", "a PDF"), ("%!PS-Adobe", "PostScript"), ("PK\u{3}\u{4}", "a ZIP"),
    ("\u{0}\u{0}\u{0}\u{C}JXL ", "a JPEG XL"), ("\u{0}\u{0}\u{0}\u{C}jP  ", "a JPEG 2000"),
    ("8BPS", "a Photoshop file"), ("qoif", "a QOI"), ("<\u{0}s\u{0}", "UTF-16 text"),
    ("\u{0}<\u{0}s", "UTF-16 text"),
  ])
  func otherFormatsAreNamed(start: String, name: String) {
    #expect(mistake(start) == "is \(name); give PNG, JPEG, WebP or SVG")
  }

  @Test(arguments: [
    ([0x1F, 0x8B, 8], "compressed with gzip (svgz?)"), ([0xFF, 0x0A], "a JPEG XL"),
    ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000"), ([0xFF, 0xFE, 0x3C, 0], "UTF-16 text"),
    ([0xFE, 0xFF, 0, 0x3C], "UTF-16 text"),
    ([0x8A, 0x4D, 0x4E, 0x47], "an animated PNG (MNG)"),
  ])
  func otherFormatsOfBytesAreNamed(start: [UInt8], name: String) {
    #expect(mistake(start) == "is \(name); give PNG, JPEG, WebP or SVG")
  }

  @Test func wordsAreNoPicture() {
    for text in ["x", "Hello", " \n", "\u{FEFF}", "{}", "svg", "RIF"] {
      #expect(mistake(text) == "is none of PNG, JPEG, WebP and SVG", "\(text)")
    }
  }

  @Test func whatMessagesQuoteIsShortAndPrintable() {
    let message = mistake("<\u{1B}[31m>") ?? ""
    #expect(message.contains("control characters"))
    let long = String(repeating: "ä\u{202E}", count: 1_000)
    let quoted = mistake(inSVG: "<use href=\"\(long)\"/>") ?? ""
    #expect(quoted.contains("refers to ä?ä?") && quoted.contains("…"))
    #expect(quoted.unicodeScalars.count < 120 && !quoted.contains("\u{202E}"))
  }

  /// A file that stops early is never taken for a whole one, wherever it stops.
  @Test(arguments: Samples.all)
  func noPartOfAPictureIsAPicture(name: String) throws {
    let bytes = try Samples.bytes(name)
    for count in 0..<bytes.count {
      #expect(mistake(Array(bytes.prefix(count))) != nil, "the first \(count) bytes")
    }
  }

  /// Bytes that were changed, moved, doubled or taken from another picture end in an answer.
  @Test func changedPicturesAreAnsweredAsWell() throws {
    var mutator = Mutator(generator: Seed(), samples: try Samples.all.map(Samples.bytes))
    var taken = 0
    for _ in 0..<scaled(100_000, few: 2_000) where mistake(mutator.next()) == nil { taken += 1 }
    // A test that only meets the first check would say nothing.
    #expect(taken > 0)
  }
}
