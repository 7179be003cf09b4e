import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc

/// Where answers and complaints go.
///
/// All that the program prints passes here, and nothing that came from outside acts on the terminal. Every
/// call writes at once. A reader of the output who is gone ends the program, as done.
struct Console: Sendable {
  /// Whether answers are printed as JSON documents.
  let printsJSON: Bool

  /// Whether somebody reads answers on a terminal.
  let isTerminal: Bool

  /// Whether colours may be used.
  let usesColor: Bool

  /// A console for a program with these options, and maybe a `--json` of the command's own.
  init(_ program: Buttonctl, printsJSON: Bool = false) {
    self.printsJSON = printsJSON || program.json
    isTerminal = isatty(STDOUT_FILENO) == 1
    usesColor = program.color.usesColor(isTerminal: isTerminal)
    signal(SIGPIPE, SIG_IGN)
  }

  /// A colour that says something, where colours are used.
  func tint(_ tint: Tint) -> Tint? { usesColor ? tint : nil }

  /// A table with the names of its columns.
  func table(_ header: String...) -> Table {
    var table = Table(header)
    table.headerTint = tint(.strong)
    return table
  }

  /// Prints an answer: the document, or what `text` makes of it for people.
  func show(_ json: JSONDocument, _ text: () throws -> String) rethrows {
    if printsJSON { print(json) } else { print(try text()) }
  }

  /// The same for text with colours.
  func showPainted(_ json: JSONDocument, _ text: () throws -> String) rethrows {
    if printsJSON { print(json) } else { print(painted: try text()) }
  }

  /// Prints a document on a line.
  func print(_ json: JSONDocument) {
    let text = PrintableJSON.text(String(decoding: json.bytes, as: UTF8.self))
    write(text + "\n", to: STDOUT_FILENO)
  }

  /// Prints text, ended by a newline unless it is empty.
  func print(_ text: String) {
    guard !text.isEmpty else { return }
    write(text.printableLines + "\n", to: STDOUT_FILENO)
  }

  /// The same for text with colours, whose pieces are printable before they are coloured.
  func print(painted text: String) {
    guard usesColor else { return print(text) }
    guard !text.isEmpty else { return }
    write(text + "\n", to: STDOUT_FILENO)
  }

  /// Says what is wrong.
  func complain(_ text: String) {
    write("buttonctl: \(text.printable)\n", to: STDERR_FILENO)
  }

  private func write(_ text: String, to descriptor: Int32) {
    let error = WholeWrite.write(Array(text.utf8), to: descriptor)
    if error != 0 { exit(error == EPIPE ? 0 : 1) }
  }
}
