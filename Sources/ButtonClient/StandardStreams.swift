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
    var text = text.printableLines
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
