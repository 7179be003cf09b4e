import Glibc

/// The process of a test that runs `inOwnProcess`, where descriptors can be counted exactly. In the
/// process that all other tests share, every suite opens and closes some at any time.
package struct LoneProcess {
  /// Gives the calling thread, and all that it starts from now on, the descriptors for itself: the
  /// runtime's own threads open and close some even here, whenever they like. Those threads keep the
  /// descriptors of this moment, so a loop that is to hear of signals, which they handle, has been told of
  /// one before.
  package init() throws {
    guard OwnProcess.isHere else {
      throw TestFailure("this process runs other tests too: count `.inOwnProcess`")
    }
    typealias Call = @convention(c) (UInt32, UInt32, Int32) -> Int32
    guard let symbol = dlsym(nil, "close_range") else {
      throw TestFailure("the C library is too old for close_range")
    }
    // CLOSE_RANGE_UNSHARE, which any process may use, with none to close.
    guard unsafeBitCast(symbol, to: Call.self)(.max, .max, 2) == 0 else {
      throw TestFailure("the descriptors cannot be had alone: errno \(errno)")
    }
  }

  /// How many descriptors the calling thread has open, with the one that it looks with.
  package var descriptorCount: Int {
    get throws { try Folder.names(in: "/proc/thread-self/fd").count }
  }
}
