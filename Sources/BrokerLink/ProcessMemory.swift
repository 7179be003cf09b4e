import CMosquitto
import Glibc

/// Bounds the memory of a process whose peer is not trusted.
///
/// libmosquitto makes room for a whole packet, up to 256 MiB, as soon as its header says so, and keeps
/// messages of QoS 2 that nobody asked for. So large pieces come one by one from the system, which
/// refuses them beyond a limit, while small ones come from a reserve made before: what is refused is
/// the packet, never a few bytes of this program's.
package enum ProcessMemory {
  /// Bytes of data that the process may have, the stacks of the loop's threads included.
  package static let limit: UInt = 192 << 20
  /// Bytes in use above which a connection is given up. What one call of libmosquitto adds is as much
  /// again at the most: it reads as many packets as it has kept.
  package static let worrying = 64 << 20
  private static let reserve: Int32 = 24 << 20
  private static let largePiece: Int32 = 512 << 10

  /// Where the heap ended when its reserve was made.
  private static let heapReserved = UInt(bitPattern: sbrk(0))

  /// Sets the bounds; before any other thread is started.
  package static func bound() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, largePiece)
    mallopt(M_TRIM_THRESHOLD, 2 * reserve)
    mallopt(M_TOP_PAD, reserve)
    free(malloc(Int(largePiece) / 2))
    mallopt(M_TOP_PAD, 128 << 10)
    _ = heapReserved
    // A sanitizer takes more than all of this for its records.
    guard data < limit / 2 else { return }
    var present = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &present)
    let most = min(rlim_t(limit), present.rlim_max)
    var bound = rlimit(rlim_cur: most, rlim_max: most)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &bound)
  }

  /// Bytes of data that the process has, as the limit counts them.
  private static var data: UInt {
    var text = [CChar](repeating: 0, count: 256)
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    let count = max(0, read(file, &text, text.count))
    let words = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(separator: " ")
    return words.count > 5 ? (UInt(words[5]) ?? 0) * UInt(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  /// Whether the heap has grown beyond its reserve, so that it is worth counting what is in use: that
  /// takes time, and this none.
  package static var hasGrown: Bool {
    UInt(bitPattern: sbrk(0)) > heapReserved + UInt(reserve)
  }

  /// Bytes that were asked for and not given back.
  package static var used: Int {
    let figures = mallinfo2()
    return Int(figures.uordblks) + Int(figures.hblkhd)
  }
}
