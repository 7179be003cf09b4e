/// The header of a JPEG's pixels.
struct JPEGFrame {
  let size: PixelSize
  private let isProgressive: Bool
  private let components: [UInt8]

  /// A frame that is not progressive has a scan a component at most.
  var mostScans: Int { isProgressive ? JPEGFile.mostScans : components.count }

  init(_ bytes: [UInt8], _ data: Range<Int>, isProgressive: Bool) throws(ImageFault) {
    let start = data.lowerBound
    guard data.count >= 6, data.count == 6 + 3 * Int(bytes[start + 5]) else {
      throw ImageFault("is damaged: the frame's header has a wrong length")
    }
    guard bytes[start] == 8 else {
      throw ImageFault("has \(bytes[start]) bits a sample; save it with 8")
    }
    let height = bytes.bigEndian(start + 1, 2)
    guard height > 0 else { throw ImageFault("says its height after its pixels: save it again") }
    size = try PixelSize(width: bytes.bigEndian(start + 3, 2), height: height)
    let count = Int(bytes[start + 5])
    guard [1, 3, 4].contains(count) else {
      throw ImageFault("has \(count) colour components; save it with 1, 3 or 4")
    }
    let places = (0..<count).map { start + 6 + 3 * $0 }
    components = places.map { bytes[$0] }
    let areLegal = places.allSatisfy { place in
      (1...4).contains(bytes[place + 1] >> 4) && (1...4).contains(bytes[place + 1] & 0xF)
        && bytes[place + 2] < 4
    }
    guard areLegal, Set(components).count == count else {
      throw ImageFault("is damaged: the frame's components are not legal")
    }
    self.isProgressive = isProgressive
  }

  /// Checks the header of a scan.
  func checkScan(_ bytes: [UInt8], _ data: Range<Int>) throws(ImageFault) {
    let start = data.lowerBound
    guard data.count >= 4, data.count == 4 + 2 * Int(bytes[start]),
      (1...components.count).contains(Int(bytes[start]))
    else { throw ImageFault("is damaged: a scan's header has a wrong length") }
    let named = (0..<Int(bytes[start])).map { bytes[start + 1 + 2 * $0] }
    let (first, last) = (bytes[data.upperBound - 3], bytes[data.upperBound - 2])
    let isWhole = first == 0 && (last == 63 || last == 0)
    guard named.allSatisfy(components.contains), Set(named).count == named.count,
      isProgressive ? first <= last && last < 64 : isWhole
    else { throw ImageFault("is damaged: a scan does not fit its frame") }
  }
}
