import Glibc
package import Testing

/// The sanitizer that the tests, and all that they run, may be built with.
package enum Sanitizer {
  /// Whether there is one. It keeps what was freed, and calls the system for purposes of its own, which
  /// a sandbox may refuse.
  package static let isThere = isForThreads || dlsym(nil, "__asan_init") != nil

  /// Whether it looks for races: it stands between a plugin and the system where a process forks, exits
  /// or handles a signal.
  package static let isForThreads = dlsym(nil, "__tsan_init") != nil

  /// Why a program that draws in its sandbox is not tried under the one for races.
  package static let isShutIn: Comment =
    "the sandbox refuses what the sanitizer for races asks of the system"

  /// The most that memory may be, where it says something: not under a sanitizer.
  package static func most(_ memory: Int) -> Int { isThere ? .max : memory }
}
