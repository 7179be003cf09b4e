import Glibc

/// The sanitizer that the tests, and all that they run, may be built with.
package enum Sanitizer {
  /// Whether there is one. It keeps what was freed, and calls the system for purposes of its own, which
  /// a sandbox may refuse.
  package static let isThere =
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

  /// The most that memory may be, where it says something: not under a sanitizer.
  package static func most(_ memory: Int) -> Int { isThere ? .max : memory }
}
