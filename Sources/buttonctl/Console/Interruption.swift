import Glibc

/// Ends a command that has no end of its own, as done: at SIGINT and SIGTERM, and when whoever
/// reads the output is gone.
enum Interruption {
  /// From now on these end the program with 0, whatever it is doing.
  static func endsProgram() {
    signal(SIGINT) { _ in _exit(0) }
    signal(SIGTERM) { _ in _exit(0) }
    var thread = pthread_t()
    if pthread_create(&thread, nil, waitForReader, nil) == 0 { pthread_detach(thread) }
  }

  /// Sleeps until nobody can read the output any more.
  private static let waitForReader:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      while true {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        let count = poll(&output, 1, -1)
        if count > 0, Int32(output.revents) & Int32(POLLNVAL) == 0 { _exit(0) }
        if count > 0 || errno != EINTR { return nil }
      }
    }
}
