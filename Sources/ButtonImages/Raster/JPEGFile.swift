/// The markers of a JPEG.
struct JPEGFile {
  static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// The most scans: each is a pass over all pixels, however few bytes it has.
  static let mostScans = 64

  private let bytes: [UInt8]
  private var place = 2
  private var frame: JPEGFrame?
  private var scans = 0

  /// Checks all segments of a file that begins with the signature.
  static func size(_ bytes: [UInt8]) throws(ImageFault) -> PixelSize {
    var file = JPEGFile(bytes: bytes)
    return try file.walk()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func walk() throws(ImageFault) -> PixelSize {
    while true {
      let marker = try nextMarker()
      if marker == 0xD9 { break }
      try take(marker)
    }
    guard bytes[place...].allSatisfy({ $0 == 0 }) else {
      throw ImageFault("has \(bytes.count - place) bytes after its end: save it again")
    }
    guard let frame, scans > 0 else { throw ImageFault("has no pixels: a scan is missing") }
    return frame.size
  }

  /// Goes behind the marker that must be here; FF may come more than once.
  private mutating func nextMarker() throws(ImageFault) -> UInt8 {
    guard place < bytes.count else { throw JPEGFile.cut }
    guard bytes[place] == 0xFF else {
      throw ImageFault("is damaged: no marker follows a segment")
    }
    while place < bytes.count, bytes[place] == 0xFF { place += 1 }
    guard place < bytes.count else { throw JPEGFile.cut }
    place += 1
    return bytes[place - 1]
  }

  private mutating func take(_ marker: UInt8) throws(ImageFault) {
    switch marker {
    case 0xC0, 0xC1, 0xC2:
      guard frame == nil else { throw ImageFault("has two frames: save it again") }
      frame = try JPEGFrame(bytes, try segment(), isProgressive: marker == 0xC2)
    case 0xC3: throw ImageFault("is a lossless JPEG; save it as baseline or progressive")
    case 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF:
      throw ImageFault("is an arithmetic-coded JPEG; save it as baseline or progressive")
    case 0xC5, 0xC6, 0xC7, 0xDE, 0xDF:
      throw ImageFault("is a hierarchical JPEG; save it as baseline or progressive")
    case 0xDC: throw ImageFault("says its height after its pixels: save it again")
    case 0xDA: try takeScan()
    // Tables, the restart interval, what applications add, and comments.
    case 0xC4, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: _ = try segment()
    default:
      throw ImageFault("has the marker \(String(marker, radix: 16)), which belongs elsewhere")
    }
  }

  /// Goes behind the segment that begins here; where its content is.
  private mutating func segment() throws(ImageFault) -> Range<Int> {
    guard bytes.count - place >= 2 else { throw JPEGFile.cut }
    let length = bytes.bigEndian(place, 2)
    guard length >= 2 else { throw ImageFault("is damaged: a segment has no length") }
    guard length <= bytes.count - place else { throw JPEGFile.cut }
    defer { place += length }
    return place + 2..<place + length
  }

  private mutating func takeScan() throws(ImageFault) {
    let header = try segment()
    guard let frame else { throw ImageFault("is damaged: pixels come before the frame") }
    try frame.checkScan(bytes, header)
    scans += 1
    guard scans <= frame.mostScans else {
      throw ImageFault("has more than \(frame.mostScans) scans: save it again")
    }
    let end = try endOfPixels()
    guard end > place else { throw ImageFault("is damaged: a scan has no pixels") }
    place = end
  }

  /// The place of the next marker that is neither a stuffed FF nor a restart.
  private func endOfPixels() throws(ImageFault) -> Int {
    let bytes = bytes.span
    var place = place
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF {
        switch bytes[place + 1] {
        case 0, 0xD0...0xD7: place += 1
        case 0xFF: break
        default: return place
        }
      }
      place += 1
    }
    throw JPEGFile.cut
  }

  private static let cut = ImageFault("is cut off: the end marker is not there")
}
