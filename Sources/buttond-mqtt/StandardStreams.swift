import ButtonModel
import Glibc

/// Writes lines to standard output and standard error, unbuffered.
enum StandardStreams {
  /// Prints a line, at once even into a pipe.
  static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Reports a problem on standard error.
  static func complain(_ line: String) { write("buttond-mqtt: \(line)\n", to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text.printableLines
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
