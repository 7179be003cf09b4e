/// The chunks of a WebP.
struct WebPFile {
  /// RIFF files of other kinds begin so, too, and are refused by their next word.
  static let signature: [UInt8] = Array("RIFF".utf8)

  private let bytes: [UInt8]
  /// What VP8X says.
  private var canvas: PixelSize?
  private var image: PixelSize?
  private var seen: Set<String> = []
  /// How many bytes of transparency there are uncompressed; nil if none or compressed.
  private var alphaBytes: Int?

  /// Checks all chunks of a file that begins with the signature.
  static func size(_ bytes: [UInt8]) throws(ImageFault) -> PixelSize {
    var file = WebPFile(bytes: bytes)
    return try file.walk()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func walk() throws(ImageFault) -> PixelSize {
    guard bytes.count >= 12 else { throw WebPFile.cut }
    guard bytes[8..<12].elementsEqual("WEBP".utf8) else {
      throw ImageFault("is a RIFF file, but not WebP; give PNG, JPEG, WebP or SVG")
    }
    let length = bytes.littleEndian(4, 4) + 8
    guard length <= bytes.count else { throw WebPFile.cut }
    guard length == bytes.count else {
      throw ImageFault("has \(bytes.count - length) bytes after its end: save it again")
    }
    var place = 12
    while place < bytes.count {
      guard bytes.count - place >= 8 else { throw WebPFile.cut }
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let length = bytes.littleEndian(place + 4, 4)
      let padding = length & 1
      guard length + padding <= bytes.count - place - 8 else { throw WebPFile.cut }
      let data = place + 8..<place + 8 + length
      guard padding == 0 || bytes[data.upperBound] == 0 else {
        throw ImageFault("is damaged: the padding of a chunk is not 0")
      }
      try take(name, data)
      place = data.upperBound + padding
    }
    guard let image else { throw ImageFault("has no pixels: the image chunk is missing") }
    if let canvas, canvas != image {
      throw ImageFault(
        "has a canvas of \(canvas.width) x \(canvas.height) pixels, but an image of "
          + "\(image.width) x \(image.height): save it again")
    }
    if let alphaBytes, alphaBytes != image.pixels {
      throw ImageFault("is damaged: its transparency is not as large as its image")
    }
    return image
  }

  private mutating func take(_ name: String, _ data: Range<Int>) throws(ImageFault) {
    guard seen.insert(name).inserted else {
      throw ImageFault("has two chunks \(ImageFault.excerpt(name.utf8)): save it again")
    }
    let isExtended = canvas != nil
    switch name {
    case "VP8X" where seen.count == 1: try takeCanvas(data)
    case "VP8 " where image == nil && (isExtended || seen.count == 1):
      image = try WebPFile.lossy(bytes, data)
    case "VP8L" where image == nil && (isExtended || seen.count == 1) && !seen.contains("ALPH"):
      image = try WebPFile.lossless(bytes, data)
    case "ALPH" where isExtended && image == nil: try takeTransparency(data)
    case "ICCP" where isExtended && image == nil, "EXIF" where isExtended,
      "XMP " where isExtended:
      break
    case "ANIM", "ANMF": throw ImageFault("is animated; give a still image")
    default:
      throw ImageFault(
        "has the chunk \(ImageFault.excerpt(name.utf8)) where none may be: save it again")
    }
  }

  private mutating func takeCanvas(_ data: Range<Int>) throws(ImageFault) {
    guard data.count == 10 else {
      throw ImageFault("has a header of \(data.count) bytes instead of 10")
    }
    let start = data.lowerBound
    if bytes[start] & 0x02 != 0 { throw ImageFault("is animated; give a still image") }
    canvas = try PixelSize(
      width: bytes.littleEndian(start + 4, 3) + 1, height: bytes.littleEndian(start + 7, 3) + 1)
  }

  private mutating func takeTransparency(_ data: Range<Int>) throws(ImageFault) {
    guard data.count > 1, bytes[data.lowerBound] & 3 <= 1 else {
      throw ImageFault("is damaged: its transparency has no legal header")
    }
    if bytes[data.lowerBound] & 3 == 0 { alphaBytes = data.count - 1 }
  }

  private static let cut = ImageFault("is cut off: it says it has more bytes")
}

extension WebPFile {
  /// The size in the header of a lossy image.
  private static func lossy(_ bytes: [UInt8], _ data: Range<Int>) throws(ImageFault) -> PixelSize {
    let start = data.lowerBound
    guard data.count > 10, bytes[start + 3..<start + 6].elementsEqual([0x9D, 0x01, 0x2A]) else {
      throw ImageFault("is damaged: the image has no legal header")
    }
    let tag = bytes.littleEndian(start, 3)
    // A key frame that is shown, of a known version, whose first part is there.
    guard tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1, tag >> 5 < data.count - 10 else {
      throw ImageFault("is damaged: the image is not a whole key frame")
    }
    return try PixelSize(
      width: bytes.littleEndian(start + 6, 2) & 0x3FFF,
      height: bytes.littleEndian(start + 8, 2) & 0x3FFF)
  }

  /// The size in the header of a lossless image.
  private static func lossless(
    _ bytes: [UInt8], _ data: Range<Int>
  ) throws(ImageFault) -> PixelSize {
    guard data.count > 5, bytes[data.lowerBound] == 0x2F else {
      throw ImageFault("is damaged: the image has no legal header")
    }
    let header = bytes.littleEndian(data.lowerBound + 1, 4)
    guard header >> 29 == 0 else { throw ImageFault("is a WebP of an unknown version") }
    return try PixelSize(width: (header & 0x3FFF) + 1, height: (header >> 14 & 0x3FFF) + 1)
  }
}
