import ButtonClient
import ButtonModel
import Glibc

/// One line that shows a long command's progress on a terminal.
final class ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var last = ""

  /// Replaces the last text.
  func show(_ text: String) {
    guard isShown, text != last else { return }
    write("\r\u{1B}[K" + text.printable.fitted(to: 79))
    last = text
  }

  func end() {
    guard isShown, !last.isEmpty else { return }
    write("\r\u{1B}[K")
    last = ""
  }

  private func write(_ text: String) { _ = WholeWrite.write(Array(text.utf8), to: STDERR_FILENO) }
}
