import Glibc

/// How a process ended.
package enum ProcessEnd: Equatable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// From what `waitpid` says.
  package init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }

  /// Waits until a process, which need not be a child, has ended; false when it has not in time. A
  /// process that nobody has waited for yet has ended as well.
  package static func waitFor(_ process: Int32, by deadline: Deadline) -> Bool {
    let descriptor = open(process)
    if descriptor < 0 { return true }
    defer { close(descriptor) }
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = Glibc.poll(&poll, 1, deadline.remainingMilliseconds)
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }

  /// A descriptor that becomes readable with the process's end; the C library has the call, but its
  /// header is in no module.
  private static func open(_ process: Int32) -> Int32 {
    typealias Call = @convention(c) (Int32, UInt32) -> Int32
    guard let symbol = dlsym(nil, "pidfd_open") else {
      preconditionFailure("the C library is too old for pidfd_open")
    }
    return unsafeBitCast(symbol, to: Call.self)(process, 0)
  }
}
