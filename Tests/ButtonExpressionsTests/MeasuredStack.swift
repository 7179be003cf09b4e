import Glibc
import TestSupport

/// A thread on a stack that is large enough for anything, of which is known afterwards how much was used, in pages.
enum MeasuredStack {
  private static let bytes = 64 << 20

  private final class Work {
    let body: () throws -> Void
    var error: (any Error)?

    init(_ body: @escaping () throws -> Void) { self.body = body }
  }

  /// Runs something on such a thread, and returns the bytes of stack that it took.
  static func run(_ body: @escaping () throws -> Void) throws -> Int {
    let memory = mmap(
      nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { throw TestFailure("no memory: errno \(errno)") }
    defer { munmap(memory, bytes) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstack(&attributes, memory, bytes)
    let work = Work(body)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeUnretainedValue()
        do { try work.body() } catch { work.error = error }
        return nil
      }, Unmanaged.passUnretained(work).toOpaque())
    guard code == 0 else { throw TestFailure("no thread: errno \(code)") }
    pthread_join(thread, nil)
    if let error = work.error { throw error }
    // By pages, as the C library compares those in no time.
    let page = 4_096
    let zeros = [UInt8](repeating: 0, count: page)
    var untouched = 0
    while untouched < bytes, memcmp(memory + untouched, zeros, page) == 0 { untouched += page }
    return bytes - untouched
  }
}
