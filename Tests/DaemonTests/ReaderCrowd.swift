import Glibc
import TestSupport

/// Many subscribers that read everything at once and only look for one text in it.
final class ReaderCrowd {
  private var sockets: [Int32] = []
  private var tails: [[UInt8]]
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)

  /// Connects and subscribes them all.
  init(_ count: Int, on daemon: DaemonProcess, _ params: String) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    tails = Array(repeating: [], count: count)
    let line = #"{"jsonrpc":"2.0","id":1,"method":"buttons.subscribe","params":\#(params)}"# + "\n"
    for _ in 0..<count {
      let descriptor = try ReaderCrowd.connect(daemon.socketPath)
      sockets.append(descriptor)
      _ = Array(line.utf8).withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  deinit { for descriptor in sockets { close(descriptor) } }

  /// Reads until a text, which must be the end of a title, has come to everybody; nanoseconds from
  /// `start` until it did, by reader.
  func read(until title: String, since start: UInt64) throws -> [UInt64] {
    let wanted = Array("\(title)\"".utf8CString)
    var times: [UInt64] = []
    var waiting = Array(sockets.indices)
    let deadline = Deadline()
    while !waiting.isEmpty {
      var polls = waiting.map { pollfd(fd: sockets[$0], events: Int16(POLLIN), revents: 0) }
      guard poll(&polls, nfds_t(polls.count), deadline.remainingMilliseconds) > 0 else {
        throw TestFailure("\(waiting.count) readers have not seen \(title)")
      }
      var left: [Int] = []
      for (place, reader) in waiting.enumerated() {
        if polls[place].revents != 0, try hasCome(wanted, to: reader) {
          times.append(Deadline.now - start)
        } else {
          left.append(reader)
        }
      }
      waiting = left
    }
    return times
  }

  private func hasCome(_ wanted: [CChar], to reader: Int) throws -> Bool {
    let room = chunk.count - 1
    let count = chunk.withUnsafeMutableBytes { recv(sockets[reader], $0.baseAddress, room, 0) }
    if count < 0, errno == EAGAIN { return false }
    guard count > 0 else { throw TestFailure("a reader was disconnected") }
    // The text may have come in two pieces.
    let seam = tails[reader] + chunk[..<min(count, wanted.count)]
    tails[reader] = Array((tails[reader] + chunk[max(0, count - wanted.count)..<count]).suffix(24))
    chunk[count] = 0
    return strstr(seam.map { CChar(bitPattern: $0) } + [0], wanted) != nil || isInChunk(wanted)
  }

  private func isInChunk(_ wanted: [CChar]) -> Bool {
    chunk.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { strstr($0, wanted) != nil } ?? false
      }
    }
  }

  private static func connect(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw TestFailure("no socket: errno \(errno)") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, size)
      }
    }
    guard result == 0 else { throw TestFailure("cannot connect: errno \(errno)") }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }
}
