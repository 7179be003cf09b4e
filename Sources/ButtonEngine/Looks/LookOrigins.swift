import ButtonModel
import Glibc

/// The look that clients hold of a button whose look has changed since the last frame.
struct LookOrigin {
  /// The look's serials before the change.
  let recordSerial: UInt64
  let groupSerial: UInt64
  let transaction: LookTransaction?
  /// The range of the appearance in the buffer; nil if it was not kept.
  fileprivate(set) var bytes: Range<Int>?
}

/// Keeps the look that clients hold from its first change until the frame is published: to notice
/// that a look has changed back, and to make patches.
///
/// Uses one growing buffer, so that frames stop allocating once it is large enough.
struct LookOrigins {
  private var origins: [LookOrigin] = []
  private var bytes: [UInt8] = []

  /// The limit for the appearances of one frame, in bytes. Beyond it looks that change back are
  /// sent again, and all looks are sent whole.
  static let maximumBytes = 16 << 20

  /// The capacity that is kept from frame to frame: that of some 12,000 looks. Where it is less than frames need,
  /// each asks the system for pages again: 2 ms for 10,000 looks.
  private static let keptOrigins = 16_384
  private static let keptBytes = 4 << 20

  /// The origin at an index; nil if there is none.
  subscript(index: UInt32) -> LookOrigin? {
    Int(index) < origins.count ? origins[Int(index)] : nil
  }

  /// The serials of an origin, without counting a reference to the rest of it.
  struct Serials {
    let record: UInt64
    let group: UInt64
  }

  /// The serials of the origin at an index; nil if there is none.
  func serials(of index: UInt32) -> Serials? {
    guard Int(index) < origins.count else { return nil }
    return Serials(
      record: origins[Int(index)].recordSerial, group: origins[Int(index)].groupSerial)
  }

  /// Adds an origin and returns its index.
  mutating func append(_ origin: LookOrigin, _ appearance: [UInt8]) -> UInt32 {
    var origin = origin
    if bytes.count + appearance.count <= LookOrigins.maximumBytes {
      origin.bytes = bytes.count..<bytes.count + appearance.count
      bytes.append(contentsOf: appearance)
    }
    origins.append(origin)
    return UInt32(origins.count - 1)
  }

  /// Whether clients hold exactly this appearance.
  func holds(_ index: UInt32, _ appearance: UnsafeRawBufferPointer) -> Bool {
    guard Int(index) < origins.count, let range = origins[Int(index)].bytes,
      range.count == appearance.count
    else { return false }
    return bytes.withUnsafeBytes { held in
      guard let a = held.baseAddress, let b = appearance.baseAddress else { return false }
      return memcmp(a + range.lowerBound, b, range.count) == 0
    }
  }

  /// Calls `body` with the appearance of an origin; returns nil if it was not kept.
  func withBytes<Result>(
    of origin: LookOrigin, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard let range = origin.bytes else { return nil }
    return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Removes all origins.
  mutating func removeAll() {
    if origins.isEmpty { return }
    origins.empty(keepingUpTo: LookOrigins.keptOrigins)
    bytes.removeAll(keepingCapacity: bytes.count <= LookOrigins.keptBytes)
  }
}
