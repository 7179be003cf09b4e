import Glibc

/// How far the state database has been written, in a file beside it while it is open: SQLite cannot
/// tell a log that lost its end from one that never had it.
///
/// 64 bytes, little-endian: "btndmark", the boot of the machine (16 bytes), the numbers of the
/// newest transaction on disk and of the newest written, the revision of the latter, whether
/// durability is strict, a checksum. Written in place after each transaction and not synced: a
/// machine that crashes may leave an older mark, never a newer one.
struct DatabaseMark: Hashable {
  /// Until the next boot, everything written is intact, even if the daemon was killed.
  var boot: Boot
  /// The newest transaction known to be on disk.
  var synced: UInt64
  /// The newest transaction that was written.
  var written: UInt64
  /// The revision of `written`.
  var revision: UInt64
  /// Every transaction was on disk before the next one began.
  var isStrict: Bool

  static let byteCount = 64
  private static let magic: UInt64 = 0x6B72_616D_646E_7462

  /// The transaction that the database must contain.
  var needed: UInt64 { boot.isPresent ? max(synced, written) : synced }

  var bytes: [UInt8] {
    var words = [
      DatabaseMark.magic, boot.high, boot.low, synced, written, revision, isStrict ? 1 : 0,
    ]
    words.append(DatabaseMark.checksum(words))
    return words.flatMap { withUnsafeBytes(of: $0.littleEndian) { [UInt8]($0) } }
  }

  /// Nil for a damaged file.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == DatabaseMark.byteCount else { return nil }
    let words = bytes.withUnsafeBytes { buffer in
      (0..<8).map {
        UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
    guard words[0] == DatabaseMark.magic, words[6] <= 1,
      words[7] == DatabaseMark.checksum(words.dropLast())
    else { return nil }
    self.init(
      boot: Boot(high: words[1], low: words[2]), synced: words[3], written: words[4],
      revision: words[5], isStrict: words[6] == 1)
  }

  init(boot: Boot, synced: UInt64, written: UInt64, revision: UInt64, isStrict: Bool) {
    self.boot = boot
    self.synced = synced
    self.written = written
    self.revision = revision
    self.isStrict = isStrict
  }

  /// Creates the mark of a database that has reached `life`.
  init(reached life: LifeRecord, isStrict: Bool = false) {
    self.init(
      boot: .present, synced: life.number, written: life.number, revision: life.revision,
      isStrict: isStrict)
  }

  private static func checksum(_ words: some Sequence<UInt64>) -> UInt64 {
    var sum = RowChecksum(table: 3)
    for word in words { sum.combine(word) }
    return sum.value
  }
}

/// One boot of the machine, identified by the kernel's random number for it.
struct Boot: Hashable {
  let high: UInt64
  let low: UInt64

  /// Zeros if the kernel does not tell.
  static let present: Boot = {
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return Boot(high: 0, low: 0) }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(descriptor, &text, text.count))
    let digits = String(
      decoding: text.prefix(count).filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
    guard let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.dropFirst(16).prefix(16), radix: 16)
    else { return Boot(high: 0, low: 0) }
    return Boot(high: high, low: low)
  }()

  /// The machine has not been rebooted since.
  var isPresent: Bool { self == Boot.present && self != Boot(high: 0, low: 0) }
}
