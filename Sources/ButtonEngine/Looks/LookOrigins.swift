import ButtonModel
import Glibc

/// What clients hold of a look that has changed since the last frame.
struct LookOrigin {
  /// Before the change.
  let recordSerial: UInt64
  let groupSerial: UInt64
  let transaction: LookTransaction?
  /// The appearance's place in the buffer; nil if it was not kept.
  fileprivate(set) var bytes: Range<Int>?
}

/// Keeps looks that clients hold from their first change until the frame is published, to notice
/// looks that change back and to make patches. Uses one growing buffer, so that frames stop
/// allocating once it is large enough.
struct LookOrigins {
  private var origins: [LookOrigin] = []
  private var bytes: [UInt8] = []

  /// The room for the appearances of one frame. Beyond it, looks that change back are sent again,
  /// and all looks are sent whole.
  static let maximumBytes = 16 << 20

  /// What is kept from frame to frame, for some 12,000 looks. Frames that need more ask the system
  /// for pages each time: 2 ms for 10,000 looks.
  private static let keptOrigins = 16_384
  private static let keptBytes = 4 << 20

  subscript(index: UInt32) -> LookOrigin? {
    Int(index) < origins.count ? origins[Int(index)] : nil
  }

  /// The serials alone, read without counting a reference to the rest of the origin.
  struct Serials {
    let record: UInt64
    let group: UInt64
  }

  func serials(of index: UInt32) -> Serials? {
    guard Int(index) < origins.count else { return nil }
    return Serials(
      record: origins[Int(index)].recordSerial, group: origins[Int(index)].groupSerial)
  }

  mutating func append(_ origin: LookOrigin, _ appearance: [UInt8]) -> UInt32 {
    var origin = origin
    if bytes.count + appearance.count <= LookOrigins.maximumBytes {
      origin.bytes = bytes.count..<bytes.count + appearance.count
      bytes.append(contentsOf: appearance)
    }
    origins.append(origin)
    return UInt32(origins.count - 1)
  }

  func holds(_ index: UInt32, _ appearance: UnsafeRawBufferPointer) -> Bool {
    guard Int(index) < origins.count, let range = origins[Int(index)].bytes,
      range.count == appearance.count
    else { return false }
    return bytes.withUnsafeBytes { held in
      guard let a = held.baseAddress, let b = appearance.baseAddress else { return false }
      return memcmp(a + range.lowerBound, b, range.count) == 0
    }
  }

  /// Nil if the appearance was not kept.
  func withBytes<Result>(
    of origin: LookOrigin, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard let range = origin.bytes else { return nil }
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  mutating func removeAll() {
    if origins.isEmpty { return }
    origins.empty(keepingUpTo: LookOrigins.keptOrigins)
    bytes.removeAll(keepingCapacity: bytes.count <= LookOrigins.keptBytes)
  }
}
