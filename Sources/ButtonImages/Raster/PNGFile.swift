/// The chunks of a PNG.
struct PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The most bytes of compressed profiles and texts. They unpack to at most 1,032 times as much,
  /// which is no more than the pixels of a full image.
  static let mostCompressedMetadata = 16 << 10
  /// The most chunks that are not pixels. Decoders keep them in lists.
  static let mostMetadata = 256

  private let bytes: [UInt8]
  private var header: PNGHeader?
  private var colors: Int?
  private var pixelBytes = 0
  private var arePixelsOver = false
  private var metadata = 0
  private var compressedMetadata = 0

  /// Checks all chunks of a file that begins with the signature.
  static func size(_ bytes: [UInt8]) throws(ImageFault) -> PixelSize {
    var file = PNGFile(bytes: bytes)
    return try file.walk()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func walk() throws(ImageFault) -> PixelSize {
    var place = PNGFile.signature.count
    while true {
      guard bytes.count - place >= 12 else {
        throw ImageFault("is cut off: the last chunk is not there")
      }
      let length = bytes.bigEndian(place, 4)
      guard length <= bytes.count - place - 12 else {
        throw ImageFault("is cut off: a chunk says it has \(length) bytes")
      }
      let end = place + 12 + length
      let name = bytes[place + 4..<place + 8]
      guard name.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) && $0 >= 0x41 }) else {
        throw ImageFault("has a chunk whose name is not four letters: save it again")
      }
      let sum = PNGChecksum.of(bytes, place + 4..<end - 4)
      guard Int(sum) == bytes.bigEndian(end - 4, 4) else {
        throw ImageFault("is damaged: the checksum of the chunk \(text(name)) is wrong")
      }
      let isLast = try take(text(name), place + 8..<end - 4)
      place = end
      if isLast { break }
    }
    guard place == bytes.count else {
      throw ImageFault("has \(bytes.count - place) bytes after its end: save it again")
    }
    guard let header else { throw ImageFault("has no header") }
    return header.size
  }

  /// Takes a chunk; whether it is the last one.
  private mutating func take(_ name: String, _ data: Range<Int>) throws(ImageFault) -> Bool {
    guard let header else {
      guard name == "IHDR" else { throw ImageFault("does not begin with the chunk IHDR") }
      header = try PNGHeader(bytes, data)
      return false
    }
    if name != "IDAT", pixelBytes > 0 { arePixelsOver = true }
    switch name {
    case "IHDR": throw ImageFault("has two headers")
    case "PLTE": try takePalette(data, header)
    case "IDAT":
      if arePixelsOver { throw ImageFault("has other chunks between its pixels: save it again") }
      if header.color == .indexed, colors == nil { throw ImageFault("has no palette") }
      pixelBytes += data.count
    case "IEND":
      guard data.isEmpty else { throw ImageFault("has data in its last chunk: save it again") }
      guard pixelBytes > 0 else { throw ImageFault("has no pixels: the chunk IDAT is missing") }
      return true
    case "tRNS": try takeTransparency(data, header)
    case "acTL", "fcTL", "fdAT": throw ImageFault("is animated; give a still image")
    default: try takeMetadata(name, data)
    }
    return false
  }

  private mutating func takePalette(
    _ data: Range<Int>, _ header: PNGHeader
  ) throws(ImageFault) {
    guard colors == nil, pixelBytes == 0, header.color.mayHavePalette else {
      throw ImageFault("has a palette where none may be")
    }
    let most = header.color == .indexed ? 1 << header.depth : 256
    guard data.count % 3 == 0, (1...most).contains(data.count / 3) else {
      throw ImageFault("has a palette of \(data.count) bytes; 3 a colour, at most \(most) colours")
    }
    colors = data.count / 3
  }

  private func takeTransparency(_ data: Range<Int>, _ header: PNGHeader) throws(ImageFault) {
    let lengths: ClosedRange<Int> =
      switch header.color {
      case .gray: 2...2
      case .rgb: 6...6
      case .indexed: 1...max(1, colors ?? 0)
      case .grayAlpha, .rgbAlpha: 0...0
      }
    let isInPlace = pixelBytes == 0 && (header.color != .indexed || colors != nil)
    guard isInPlace, lengths.contains(data.count), !data.isEmpty else {
      throw ImageFault("has a chunk tRNS that does not fit its colours: save it again")
    }
  }

  private mutating func takeMetadata(_ name: String, _ data: Range<Int>) throws(ImageFault) {
    if name.utf8.first.map({ $0 & 0x20 == 0 }) == true {
      throw ImageFault("has the chunk \(name), which no decoder need know: save it again")
    }
    metadata += 1
    // A text may be compressed; whether it is matters little, and few are.
    if ["iCCP", "zTXt", "iTXt"].contains(name) { compressedMetadata += data.count }
    guard metadata <= PNGFile.mostMetadata,
      compressedMetadata <= PNGFile.mostCompressedMetadata
    else { throw ImageFault("has too much metadata: strip it") }
  }

  private func text(_ name: ArraySlice<UInt8>) -> String { String(decoding: name, as: UTF8.self) }
}
