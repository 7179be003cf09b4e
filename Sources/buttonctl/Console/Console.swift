import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc

/// Where answers and errors are printed.
///
/// All output passes through here, so that no text from outside can control the terminal. Every
/// call writes at once. If the reader of the output is gone, the program ends with exit code 0.
struct Console: Sendable {
  let printsJSON: Bool

  /// Answers appear on a terminal.
  let isTerminal: Bool

  let usesColor: Bool

  init(_ program: Buttonctl, printsJSON: Bool) {
    self.printsJSON = printsJSON
    isTerminal = isatty(STDOUT_FILENO) == 1
    usesColor = program.color.usesColor(isTerminal: isTerminal)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Nil without a terminal, or if its width is unknown.
  var columns: Int? { Console.columns(of: STDOUT_FILENO) }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Nil if colours are not used.
  func tint(_ tint: Tint) -> Tint? { usesColor ? tint : nil }

  func table(_ header: String...) -> Table {
    var table = Table(header)
    table.headerTint = tint(.strong)
    return table
  }

  /// Prints the document, or the text for people.
  func show(_ json: JSONDocument, _ text: () throws -> String) rethrows {
    if printsJSON { print(json) } else { print(try text()) }
  }

  /// The same for text with colours.
  func showPainted(_ json: JSONDocument, _ text: () throws -> String) rethrows {
    if printsJSON { print(json) } else { print(painted: try text()) }
  }

  /// Prints JSON on one line.
  func print(_ json: JSONDocument) {
    let text = PrintableJSON.text(String(decoding: json.bytes, as: UTF8.self))
    write(text + "\n", to: STDOUT_FILENO)
  }

  /// Adds a newline unless the text is empty; on a terminal long lines are broken between words.
  func print(_ text: String) {
    guard !text.isEmpty else { return }
    write(Console.wrapped(text.printableLines, to: columns) + "\n", to: STDOUT_FILENO)
  }

  /// Prints text to be copied: no line is broken.
  func print(verbatim text: String) {
    write(text.printableLines + "\n", to: STDOUT_FILENO)
  }

  /// Prints a line that a program reads, in which controls are escaped already.
  func print(line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Fitted to the terminal.
  func text(of table: Table) -> String { table.text(within: columns) }

  private static func wrapped(_ text: String, to columns: Int?) -> String {
    guard let columns, columns >= 20 else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      String(line).columns <= columns ? [String(line)] : String(line).broken(at: columns)
    }
    return lines.joined(separator: "\n")
  }

  /// Prints text with colours, whose pieces are made printable before they are coloured.
  func print(painted text: String) {
    guard usesColor else { return print(text) }
    guard !text.isEmpty else { return }
    write(text + "\n", to: STDOUT_FILENO)
  }

  func complain(_ text: String) { Console.complain(text) }

  /// Writes a complaint before there is a console.
  static func complain(_ text: String) {
    let line = wrapped("buttonctl: \(text.printable)", to: columns(of: STDERR_FILENO))
    write("\(line)\n", to: STDERR_FILENO)
  }

  /// Prints help, or what is wrong with the arguments, fitted to the terminal.
  static func say(_ text: String, isError: Bool) {
    if text.isEmpty { return }
    let descriptor = isError ? STDERR_FILENO : STDOUT_FILENO
    write(wrapped(text, to: columns(of: descriptor)) + "\n", to: descriptor)
  }

  private func write(_ text: String, to descriptor: Int32) {
    Console.write(text, to: descriptor)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    let error = WholeWrite.write(Array(text.utf8), to: descriptor)
    // What is complained of in vain does not change what the command has done.
    if error == 0 || descriptor == STDERR_FILENO { return }
    if error == EPIPE { exit(0) }
    complain("standard output cannot be written: \(ClientError.systemMessage(error))")
    exit(1)
  }
}
