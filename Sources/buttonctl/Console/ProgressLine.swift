import ButtonModel
import Glibc

/// One line on a terminal that says how far a long command has come; without a terminal, nothing.
final class ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var last = ""

  /// Says something in place of what was said last.
  func show(_ text: String) {
    guard isShown, text != last else { return }
    write("\r\u{1B}[K" + text.printable.fitted(to: 79))
    last = text
  }

  /// Removes the line.
  func end() {
    guard isShown, !last.isEmpty else { return }
    write("\r\u{1B}[K")
    last = ""
  }

  private func write(_ text: String) { _ = WholeWrite.write(Array(text.utf8), to: STDERR_FILENO) }
}
