import ButtonModel
import Glibc

/// Writes a program's lines to standard output and standard error, unbuffered.
package struct StandardStreams: Sendable {
  private let program: String
  private let waits: Bool

  /// The streams of a program, whose problems begin with its name. One that serves others does not wait
  /// for who reads its lines, and drops those that nobody takes.
  package init(of program: String, waits: Bool = true) {
    self.program = program
    self.waits = waits
  }

  /// Prints a line, at once even into a pipe.
  package func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Reports a problem on standard error.
  package func complain(_ line: String) { write("\(program): \(line)\n", to: STDERR_FILENO) }

  private func write(_ text: String, to descriptor: Int32) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if !waits, poll(&ready, 1, 0) != 1 { return }
    _ = WholeWrite.write(Array(text.printableLines.utf8), to: descriptor, waits: waits)
  }
}
