import ButtonModel
import Glibc

/// Writes a program's lines to standard output and standard error, unbuffered.
package struct StandardStreams: Sendable {
  private let program: String

  /// The streams of a program, whose problems begin with its name.
  package init(of program: String) { self.program = program }

  /// Prints a line, at once even into a pipe.
  package func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Reports a problem on standard error.
  package func complain(_ line: String) { write("\(program): \(line)\n", to: STDERR_FILENO) }

  private func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.printableLines.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
