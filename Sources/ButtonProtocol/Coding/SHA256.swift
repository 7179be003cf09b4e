import CPlatform

/// The SHA-256 of bytes that come in pieces (FIPS 180-4).
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The beginning of a block that is not complete.
  private var rest: [UInt8] = []
  private var length: UInt64 = 0

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length += UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let piece = bytes.prefix(64 - rest.count)
      rest.append(contentsOf: piece)
      bytes = bytes.dropFirst(piece.count)
      guard rest.count == 64 else { return }
      let block = rest
      block.withUnsafeBytes { take($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count & ~63
    take(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// Adds both so that what follows cannot be taken for part of them.
  package mutating func update(label: String, count: UInt64) {
    let bytes = Array(label.utf8) + [0] + withUnsafeBytes(of: count.littleEndian) { Array($0) }
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest in lower-case hexadecimal.
  package mutating func finish() -> String {
    let bits = length * 8
    var end: [UInt8] = [0x80]
    end += [UInt8](repeating: 0, count: (64 - (rest.count + 1 + 8) % 64) % 64)
    end += withUnsafeBytes(of: bits.bigEndian) { Array($0) }
    end.withUnsafeBytes { update($0) }
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for word in state {
      for shift in stride(from: 28, through: 0, by: -4) {
        text.append(digits[Int((word >> UInt32(shift)) & 15)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func take(_ blocks: UnsafeRawBufferPointer) {
    guard let start = blocks.baseAddress else { return }
    state.withUnsafeMutableBufferPointer {
      csystem_sha256_blocks($0.baseAddress, start, blocks.count / 64)
    }
  }
}
