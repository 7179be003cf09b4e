import ButtonModel
import Glibc

/// Where the program says what it does.
enum StandardStreams {
  /// Prints a line at once, also into a pipe.
  static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Says what is wrong.
  static func complain(_ line: String) { write("buttond-gateway: \(line)\n", to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text.printableLines
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
