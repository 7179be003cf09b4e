import Glibc

/// Follows a log that another process writes.
struct LogTail {
  private static let pieceBytes = 64 << 10

  private let path: String
  /// Bytes that were returned.
  private var taken: off_t = 0

  /// The log need not exist yet.
  init(_ path: String) { self.path = path }

  /// The lines completed since the last call, without blank ones.
  mutating func newLines() -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: LogTail.pieceBytes)
    while true {
      let count = piece.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, taken + off_t(bytes.count))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    taken += off_t(end + 1)
    return String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
