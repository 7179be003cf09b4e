import Glibc
import Testing

/// The process of an exit test, which has it to itself: what the process as a whole holds can be counted
/// here, and is exact. In the process that all other tests share, every suite opens and closes
/// descriptors at any time.
package struct LoneProcess {
  /// Waits until the runtime has opened what it keeps for the process's whole life, which it does on a
  /// thread of its own and at its leisure.
  package init() async throws {
    guard ExitTest.current != nil else {
      throw TestFailure("this process runs other tests too: count in an exit test")
    }
    let deadline = Deadline()
    while try !Self.descriptors().contains("anon_inode:[timerfd]") {
      if deadline.hasPassed {
        throw TestFailure("the runtime opened no timer, which used to be the last of what it keeps")
      }
      // The runtime's timer is what wakes this up: asking for it has it opened.
      try await Task.sleep(nanoseconds: 1_000_000)
    }
  }

  /// How many descriptors are open.
  package var descriptorCount: Int {
    get throws { try Self.descriptors().count }
  }

  /// What the open descriptors lead to.
  private static func descriptors() throws -> [String] {
    try Folder.names(in: "/proc/self/fd").map { name in
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/fd/\(name)", &target, target.count)
      let bytes = target.prefix(max(0, count)).map(UInt8.init(bitPattern:))
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
