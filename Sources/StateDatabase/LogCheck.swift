import Glibc

/// Checks SQLite's write-ahead log before SQLite opens it: SQLite silently takes the first frame
/// with a wrong checksum for the end of the log.
///
/// The log is a header of 32 bytes (magic number, version, page size, checkpoint number, two salts,
/// checksum) and frames: a header of 24 bytes (page number, database size after a commit or 0, the
/// salts, a checksum that continues the previous frame's) and a page. All numbers are big-endian.
enum LogCheck: Hashable {
  /// There is no log, or an empty one.
  case empty
  /// Intact, except that a crash may have left the last transaction incomplete.
  case sound
  /// A frame, counted from 0, is damaged, and later transactions follow it.
  case damaged(frame: Int)

  private static let headerBytes = 32
  private static let frameHeaderBytes = 24

  /// Reads one frame at a time.
  static func read(_ path: String) throws(StateDatabaseError) -> LogCheck {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .system("open", path) }
      return .empty
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("look at", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StateDatabaseError(.unusablePath, path, "is not a regular file", advice: "move it away")
    }
    let log = Log(descriptor: descriptor, path: path, size: Int(status.st_size))
    return log.size == 0 ? .empty : try log.check()
  }

  private struct Log {
    let descriptor: Int32
    let path: String
    let size: Int

    func check() throws(StateDatabaseError) -> LogCheck {
      guard size > headerBytes else { return .sound }
      let header = try bytes(at: 0, headerBytes)
      guard var chain = Chain(header: header) else {
        // SQLite ignores a log with a wrong header, including all of its frames.
        return try isZero(from: 0) ? .sound : .damaged(frame: 0)
      }
      let frameBytes = frameHeaderBytes + chain.pageBytes
      let count = (size - headerBytes) / frameBytes
      var frame = 0
      while frame < count,
        chain.accepts(try bytes(at: headerBytes + frame * frameBytes, frameBytes))
      { frame += 1 }
      // A crash leaves the one transaction that was being written incomplete, in any order. A frame
      // behind the end of a transaction belongs to a later one, which began when that was written.
      var hasEnd = false
      for later in frame..<max(frame, count) {
        let head = try bytes(at: headerBytes + later * frameBytes, frameHeaderBytes)
        guard chain.isOfThisLog(head) else { continue }
        if hasEnd { return .damaged(frame: frame) }
        hasEnd = Chain.endsTransaction(head)
      }
      return .sound
    }

    private func isZero(from start: Int) throws(StateDatabaseError) -> Bool {
      var offset = start
      while offset < size {
        let part = try bytes(at: offset, min(65_536, size - offset))
        guard part.allSatisfy({ $0 == 0 }) else { return false }
        offset += part.count
      }
      return true
    }

    private func bytes(at offset: Int, _ count: Int) throws(StateDatabaseError) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      var filled = 0
      while filled < count {
        let got = bytes.withUnsafeMutableBytes { buffer in
          pread(
            descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
            off_t(offset + filled))
        }
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw .system("read", path, got < 0 ? errno : EIO) }
        filled += got
      }
      return bytes
    }
  }

  /// The running checksum of the log's frames.
  private struct Chain {
    let pageBytes: Int
    private let salts: ArraySlice<UInt8>
    private let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    /// Nil if the header is damaged.
    init?(header: [UInt8]) {
      let magic = Chain.word(header, 0)
      guard magic & ~1 == 0x377F_0682, Chain.word(header, 4) == 3_007_000 else { return nil }
      let size = Int(Chain.word(header, 8))
      guard (512...65_536).contains(size), size & (size - 1) == 0 else { return nil }
      pageBytes = size
      salts = header[16..<24]
      isBigEndian = magic & 1 == 1
      add(header[..<24])
      guard sums == (Chain.word(header, 24), Chain.word(header, 28)) else { return nil }
    }

    /// False if the frame is not the next one of this log.
    mutating func accepts(_ frame: [UInt8]) -> Bool {
      guard isOfThisLog(frame), Chain.word(frame, 0) != 0 else { return false }
      let before = sums
      add(frame[..<8])
      add(frame[frameHeaderBytes...])
      if sums == (Chain.word(frame, 16), Chain.word(frame, 20)) { return true }
      sums = before
      return false
    }

    /// Compares the salts, which change whenever the log restarts.
    func isOfThisLog(_ frame: [UInt8]) -> Bool { frame[8..<16].elementsEqual(salts) }

    static func endsTransaction(_ frame: [UInt8]) -> Bool { word(frame, 4) != 0 }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
      let isBigEndian = isBigEndian
      var (first, second) = sums
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count, by: 8) {
          let a = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          let b = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          first &+= (isBigEndian ? UInt32(bigEndian: a) : UInt32(littleEndian: a)) &+ second
          second &+= (isBigEndian ? UInt32(bigEndian: b) : UInt32(littleEndian: b)) &+ first
        }
      }
      sums = (first, second)
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
      bytes.withUnsafeBytes {
        UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
    }
  }
}
