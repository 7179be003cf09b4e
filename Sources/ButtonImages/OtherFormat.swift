/// A format that is not taken, but named, so that its sender knows to convert it.
struct OtherFormat {
  let name: String

  /// What a file begins with, from its first byte on unless another place is given.
  private static let signatures: [(name: String, place: Int, bytes: [UInt8])] = [
    ("a GIF", 0, Array("GIF8".utf8)), ("a BMP", 0, Array("BM".utf8)),
    ("a TIFF", 0, [0x49, 0x49, 0x2A, 0]), ("a TIFF", 0, [0x4D, 0x4D, 0, 0x2A]),
    ("a TIFF", 0, [0x49, 0x49, 0x2B, 0]), ("a TIFF", 0, [0x4D, 0x4D, 0, 0x2B]),
    ("an ICO", 0, [0, 0, 1, 0]), ("a cursor", 0, [0, 0, 2, 0]),
    ("an AVIF", 4, Array("ftypavi".utf8)), ("a HEIC", 4, Array("ftyphe".utf8)),
    ("a HEIF", 4, Array("ftypmif1".utf8)), ("a HEIF", 4, Array("ftypmsf1".utf8)),
    ("a film", 4, Array("ftyp".utf8)), ("a PDF", 0, Array("%PDF".utf8)),
    ("PostScript", 0, Array("%!PS".utf8)),
    ("compressed with gzip (svgz?)", 0, [0x1F, 0x8B]), ("a ZIP", 0, [0x50, 0x4B, 3, 4]),
    ("a JPEG XL", 0, [0xFF, 0x0A]), ("a JPEG XL", 4, Array("JXL ".utf8)),
    ("a JPEG 2000", 4, Array("jP  ".utf8)), ("a JPEG 2000", 0, [0xFF, 0x4F, 0xFF, 0x51]),
    ("a Photoshop file", 0, Array("8BPS".utf8)), ("a QOI", 0, Array("qoif".utf8)),
    ("an animated PNG (MNG)", 0, [0x8A, 0x4D, 0x4E, 0x47]),
    ("UTF-16 text", 0, [0xFF, 0xFE]), ("UTF-16 text", 0, [0xFE, 0xFF]),
    ("UTF-16 text", 0, [0x3C, 0]), ("UTF-16 text", 0, [0, 0x3C]),
  ]

  /// Nil where nothing is known.
  init?(_ bytes: [UInt8]) {
    let found = OtherFormat.signatures.first { signature in
      bytes.dropFirst(signature.place).starts(with: signature.bytes)
    }
    guard let found else { return nil }
    name = found.name
  }
}
