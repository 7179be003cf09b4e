import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc

/// JSON from the command line, a file or standard input.
enum DocumentArgument {
  /// `-` is standard input.
  static func inline(_ argument: String) throws -> JSONDocument {
    argument == "-"
      ? try parsed(
        String(decoding: try text(of: argument), as: UTF8.self), "standard input")
      : try parsed(argument, "'\(argument)'")
  }

  /// A file's name in messages.
  static func name(of path: String) -> String {
    if path == "-" { return "standard input" }
    return isInline(path) ? "command line" : path
  }

  /// `-` is standard input, and JSON stands for itself.
  static func text(of path: String) throws(ClientError) -> [UInt8] {
    if path == "-" { return try read(STDIN_FILENO, "standard input") }
    if isInline(path) { return Array(path.utf8) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    return try read(descriptor, path)
  }

  /// No file is named like a JSON object or array.
  private static func isInline(_ argument: String) -> Bool {
    let first = argument.first { !$0.isWhitespace }
    return first == "{" || first == "["
  }

  private static func parsed(
    _ text: String, _ name: String
  ) throws -> JSONDocument {
    do {
      return try JSONDocument(text)
    } catch {
      throw ClientError(error.code, "\(name): \(error.message)\(location(of: text))")
    }
  }

  /// Where a text stops being JSON, and why; empty if unknown.
  private static func location(of text: String) -> String {
    let bytes = Array(text.utf8)
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    if bytes.allSatisfy({ blanks.contains($0) }) { return "; it is empty" }
    guard let fault = bytes.withUnsafeBytes({ JSONSyntaxChecker.fault(in: $0) }) else { return "" }
    return ", line \(fault.place.line), column \(fault.place.column): \(fault.message)"
  }

  private static func read(_ descriptor: Int32, _ name: String) throws(ClientError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw unreadable(name)
      }
    }
  }

  private static func unreadable(_ name: String) -> ClientError {
    ClientError(.unsendable, "cannot read \(name): \(ClientError.systemMessage())")
  }
}
