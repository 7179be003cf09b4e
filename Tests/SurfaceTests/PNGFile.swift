import TestSupport

/// What the chunks of a PNG file say, for a test that reads it with nothing of the program's.
struct PNGFile {
  let width: Int
  let height: Int
  /// The names of the chunks in their order.
  let chunks: [String]

  /// Walks through a file; throws unless it is whole.
  init(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw TestFailure("this is not PNG: \(bytes.prefix(8))")
    }
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var place = 8
    var chunks: [String] = []
    while place + 12 <= bytes.count {
      let length = number(at: place)
      let end = place + 8 + length
      guard end + 4 <= bytes.count else { throw TestFailure("a chunk is cut off") }
      guard PNGFile.checksum(bytes[place + 4..<end]) == number(at: end) else {
        throw TestFailure("a chunk's checksum is wrong")
      }
      chunks.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      place = end + 4
    }
    guard place == bytes.count, chunks.first == "IHDR", chunks.last == "IEND" else {
      throw TestFailure("the chunks are \(chunks), with \(bytes.count - place) bytes after them")
    }
    width = number(at: 16)
    height = number(at: 20)
    self.chunks = chunks
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return Int(~value)
  }
}
