import Glibc

/// Lets buttons that look the same share the bytes of their appearance: of a wall of lamps, all have one of two.
///
/// Knows a few hundred appearances at a time, by a hash of their bytes; one that is seen for the second time is kept.
struct SharedAppearances {
  private struct Entry {
    /// The hash of the appearance that was seen last.
    var hash: UInt64 = 0
    /// One with this hash that was seen twice; empty until then.
    var bytes: [UInt8] = []
  }

  private static let count = 256
  private var entries: [Entry] = []

  /// The appearance with these bytes, and whether other buttons may have it.
  mutating func appearance(_ bytes: UnsafeRawBufferPointer) -> (bytes: [UInt8], isShared: Bool) {
    if entries.isEmpty {
      entries = Array(repeating: Entry(), count: SharedAppearances.count)
    }
    let hash = SharedAppearances.hash(bytes)
    let index = Int(truncatingIfNeeded: hash % UInt64(SharedAppearances.count))
    guard entries[index].hash == hash else {
      entries[index] = Entry(hash: hash)
      return ([UInt8](bytes), false)
    }
    if entries[index].bytes.isEmpty {
      entries[index].bytes = [UInt8](bytes)
    } else if !isEqual(entries[index].bytes, bytes) {
      return ([UInt8](bytes), false)
    }
    return (entries[index].bytes, true)
  }

  private func isEqual(_ one: [UInt8], _ other: UnsafeRawBufferPointer) -> Bool {
    one.withUnsafeBytes { one in
      guard one.count == other.count, let a = one.baseAddress, let b = other.baseAddress else {
        return false
      }
      return memcmp(a, b, one.count) == 0
    }
  }

  /// A hash of eight bytes at a time. A client that makes two appearances collide only keeps them from being shared.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset &+ 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), into: &hash)
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset &+= 1
    }
    mix(rest, into: &hash)
    return hash
  }

  @inline(__always)
  private static func mix(_ word: UInt64, into hash: inout UInt64) {
    // The odd number nearest to 2^64 over the golden ratio.
    hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
  }
}
