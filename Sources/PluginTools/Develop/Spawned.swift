import Glibc

/// A program that was started, with its output to be read here.
final class Spawned {
  /// Standard output.
  let output: Int32
  /// Standard error, unless it goes to a file.
  let errors: Int32
  private let pid: pid_t
  private var hasEnded = false

  /// Starts a program in a new process group. Standard error goes to a file, or into a separate
  /// pipe.
  init(
    _ arguments: [String], input: String = "/dev/null", errors path: String? = nil
  ) throws(ToolError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var errorEnds: [Int32] = [-1, -1]
    if path == nil {
      guard pipe(&errorEnds) == 0 else {
        close(ends[0])
        throw .system("pipe")
      }
      for end in errorEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    defer { if errorEnds[1] >= 0 { close(errorEnds[1]) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if let path {
      posix_spawn_file_actions_addopen(&actions, 2, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, errorEnds[1], 2)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // Threads of Swift's tasks block all signals.
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, arguments[0], &actions, &attributes, &words, environ)
    guard code == 0 else {
      close(ends[0])
      if errorEnds[0] >= 0 { close(errorEnds[0]) }
      throw ToolError("\(arguments[0]) cannot be run: \(String(cString: strerror(code)))")
    }
    pid = child
    output = ends[0]
    errors = errorEnds[0]
  }

  deinit {
    if !hasEnded { end() }
    close(output)
    if errors >= 0 { close(errors) }
  }

  /// Also to all that it started.
  func signal(_ number: Int32) {
    if !hasEnded { kill(-pid, number) }
  }

  /// Asks it to end and waits; kills it after two seconds.
  func end() {
    signal(SIGTERM)
    for _ in 0..<200 {
      if didEnd(WNOHANG) { return }
      usleep(10_000)
    }
    signal(SIGKILL)
    _ = didEnd(0)
  }

  /// Reads standard output to its end, and returns the first bytes.
  @discardableResult
  func readOutput(atMost most: Int) -> [UInt8] {
    readOutput(atMost: most, within: nil) ?? []
  }

  /// Nil if it takes longer.
  func readOutput(atMost most: Int, within seconds: Int?) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var output: [UInt8] = []
    let start = ContinuousClock.now
    while true {
      if let seconds {
        let rest = (start + .seconds(seconds) - .now) / .milliseconds(1)
        var ready = pollfd(fd: self.output, events: Int16(POLLIN), revents: 0)
        if rest <= 0 { return nil }
        if poll(&ready, 1, Int32(rest.rounded(.up))) <= 0 { continue }
      }
      let count = buffer.withUnsafeMutableBytes { read(self.output, $0.baseAddress, $0.count) }
      if count > 0 {
        output += buffer.prefix(min(count, most - output.count))
      } else if count == 0 || errno != EINTR {
        return output
      }
    }
  }

  /// True if it returned 0.
  func wait() -> Bool {
    _ = didEnd(0)
    return status == 0
  }

  /// Call `wait` first.
  var ending: String {
    let signal = status & 0x7F
    return signal != 0 ? "ended by signal \(signal)" : "exited with \(status >> 8 & 0xFF)"
  }

  private var status: Int32 = -1

  private func didEnd(_ options: Int32) -> Bool {
    if hasEnded { return true }
    var result: pid_t
    repeat { result = waitpid(pid, &status, options) } while result < 0 && errno == EINTR
    if result == pid || result < 0 { hasEnded = true }
    return hasEnded
  }
}
