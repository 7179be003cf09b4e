/// The first chunk of a PNG.
struct PNGHeader {
  /// How a pixel is made.
  enum Color: Int {
    case gray = 0
    case rgb = 2
    case indexed = 3
    case grayAlpha = 4
    case rgbAlpha = 6

    /// The bits that a sample may have.
    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .indexed: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgbAlpha: [8, 16]
      }
    }

    var mayHavePalette: Bool { self != .gray && self != .grayAlpha }
  }

  let size: PixelSize
  let color: Color
  /// Bits of a sample.
  let depth: Int

  init(_ bytes: [UInt8], _ data: Range<Int>) throws(ImageFault) {
    guard data.count == 13 else {
      throw ImageFault("has a header of \(data.count) bytes instead of 13")
    }
    let place = data.lowerBound
    size = try PixelSize(width: bytes.bigEndian(place, 4), height: bytes.bigEndian(place + 4, 4))
    let fields = bytes[place + 8..<data.upperBound].map(Int.init)
    guard let color = Color(rawValue: fields[1]), color.depths.contains(fields[0]) else {
      throw ImageFault("has colour type \(fields[1]) with \(fields[0]) bits, which PNG has not")
    }
    guard fields[2] == 0, fields[3] == 0, fields[4] <= 1 else {
      throw ImageFault("has a compression, filter or interlace that PNG has not")
    }
    self.color = color
    depth = fields[0]
  }
}
