import Glibc
import PluginHost
import Supervision
import UVLoop

/// A worker's process as `buttond` would start it: its channel, and what it prints.
///
/// Nothing of it is trusted; it and all that it started are killed with the object.
final class WorkerChild {
  /// What is kept of its output.
  private static let outputBytes = 2_048

  /// The daemon's ends are nonblocking.
  let channel: WorkerChannel
  private let output: Int32
  private var processID: pid_t = 0
  private var exit: ProcessExit?
  private var printed: [UInt8] = []
  private var firstPrinted: [UInt8] = []

  init(_ program: String) throws(WorkerEnd) {
    // A worker that has gone ends a write with an error.
    signal(SIGPIPE, SIG_IGN)
    do { channel = try WorkerChannel() } catch { throw WorkerChild.notStarted("\(error)") }
    let writer: Int32
    (output, writer) = try WorkerChild.pair()
    defer {
      close(writer)
      channel.closeWorkerEnds()
    }
    do throws(UVError) {
      processID = try channel.launch(program, output: .inherit(writer)).spawn()
    } catch {
      throw WorkerChild.notStarted(
        "\(program) cannot be run: \(String(cString: strerror(-error.code.rawValue)))")
    }
  }

  deinit {
    kill()
    _ = wait(WorkerDeadline(milliseconds: 1_000))
    close(output)
  }

  /// Ends the process and all it started.
  func kill() {
    guard processID > 0 else { return }
    Glibc.kill(-processID, SIGKILL)
    Glibc.kill(processID, SIGKILL)
  }

  /// Nil if the process has not ended in time.
  func wait(_ deadline: WorkerDeadline) -> ProcessExit? {
    while processID > 0 {
      var status: Int32 = 0
      let result = waitpid(processID, &status, WNOHANG)
      if result == processID {
        // What it started goes with it.
        Glibc.kill(-processID, SIGKILL)
        processID = 0
        exit = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
      } else if result < 0, errno != EINTR {
        processID = 0
        exit = .code(-1)
      } else {
        if deadline.isOver { return nil }
        drain()
        poll(nil, 0, 1)
      }
    }
    return exit
  }

  /// The end of what it printed, safe to show.
  var printedText: String {
    drain()
    var text = printed.suffix(400)
    while let last = text.last, last == UInt8(ascii: "\n") { text.removeLast() }
    return LineLimiter.printable(Array(text).map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 })
  }

  /// The first line that it printed, or its beginning, safe to show.
  var firstLine: String {
    drain()
    return LineLimiter.printable(Array(firstPrinted.prefix { $0 != UInt8(ascii: "\n") }))
  }

  /// Reads what it has printed, so that it does not block.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    for _ in 0..<64 {
      let count = buffer.withUnsafeMutableBytes {
        recv(output, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      guard count > 0 else { return }
      printed.append(contentsOf: buffer.prefix(count))
      firstPrinted += buffer.prefix(min(count, 200 - firstPrinted.count))
      if printed.count > WorkerChild.outputBytes {
        printed.removeFirst(printed.count - WorkerChild.outputBytes)
      }
    }
  }

  /// Waits until the channel can be read or, if `writing`, written; false when the time is up.
  func waitForChannel(writing: Bool, _ deadline: WorkerDeadline) -> Bool {
    while true {
      var wishes = [
        pollfd(fd: channel.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: writing ? channel.writer : -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      ]
      let left = deadline.milliseconds
      guard left > 0 else { return false }
      let count = poll(&wishes, 3, left)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      if wishes[0].revents != 0 || wishes[1].revents != 0 { return true }
      drain()
      // Nobody has the other end any more: stop waiting for it.
      if Int32(wishes[2].revents) & (POLLHUP | POLLERR) != 0 {
        let count = poll(&wishes, 2, deadline.milliseconds)
        if count < 0, errno == EINTR { continue }
        return count > 0
      }
    }
  }
}

extension WorkerChild {
  private static func notStarted(_ what: String) -> WorkerEnd {
    WorkerEnd(cause: .notStarted(what))
  }

  /// Close-on-exec.
  private static func pair() throws(WorkerEnd) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw notStarted("no pair of sockets can be made: \(String(cString: strerror(errno)))")
    }
    return (ends[0], ends[1])
  }
}

@available(*, unavailable)
extension WorkerChild: Sendable {}
