import ButtonClient
import ButtonProtocol
import Glibc

/// The terminal while a program has all of it: another screen, keys one by one, no cursor.
///
/// Whatever ends the program, even a crash, restores the terminal. A process has at most one.
final class Terminal {
  /// How to restore the terminal; a signal handler reads it, which must not allocate.
  private nonisolated(unsafe) static let before =
    UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private nonisolated(unsafe) static var isTaken = false
  private nonisolated(unsafe) static var farewell: (UnsafePointer<UInt8>, Int) = (
    leaving.utf8Start, leaving.utf8CodeUnitCount
  )

  private static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  private static let leaving: StaticString = "\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"

  /// The lines on the screen; nil if unknown.
  private var shown: [String]?

  /// The program is in the foreground of a terminal that it can take.
  static var isUsable: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && tcgetpgrp(STDOUT_FILENO) == getpgrp()
      && Environment.value("TERM").map { $0 != "dumb" } ?? false
  }

  init() throws(ClientError) {
    guard tcgetattr(STDIN_FILENO, Terminal.before) == 0 else {
      throw ClientError(.unsendable, "the terminal cannot be read: use --lines")
    }
    _ = Terminal.farewell.1
    for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      signal(number) { number in
        Terminal.giveBack()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    take()
  }

  deinit { Terminal.giveBack() }

  /// Also after it was given back.
  func take() {
    var now = Terminal.before.pointee
    now.c_lflag &= ~tcflag_t(ICANON | ECHO)
    now.c_iflag &= ~tcflag_t(IXON | ICRNL)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &now)
    Terminal.isTaken = true
    shown = nil
    write(Array("\(Terminal.entering)".utf8))
  }

  /// Safe in a signal handler.
  static func giveBack() {
    guard isTaken else { return }
    isTaken = false
    _ = Glibc.write(STDOUT_FILENO, farewell.0, farewell.1)
    tcsetattr(STDIN_FILENO, TCSANOW, before)
  }

  var size: (rows: Int, columns: Int) {
    var size = winsize()
    let code = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    guard code == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// The next `show` draws everything.
  func forget() { shown = nil }

  /// Draws only lines that changed.
  func show(_ lines: [String]) {
    var output = shown == nil ? "\u{1B}[0m\u{1B}[2J" : ""
    for (row, line) in lines.enumerated() {
      if let shown, row < shown.count, shown[row] == line { continue }
      if shown == nil, line.isEmpty { continue }
      output += "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[2K\(line)"
    }
    if let shown, shown.count > lines.count {
      output += "\u{1B}[\(lines.count + 1);1H\u{1B}[0m\u{1B}[J"
    }
    shown = lines
    if !output.isEmpty { write(Array(output.utf8)) }
  }

  /// Nil at the end of the input.
  func typed() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
  }

  // A terminal that is gone is noticed when reading.
  private func write(_ bytes: [UInt8]) { _ = WholeWrite.write(bytes, to: STDOUT_FILENO) }
}
