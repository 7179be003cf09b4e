/// A line that a Satellite client sends: a command and its arguments, in any order.
///
/// `\` takes the next character as it is, `"` begins and ends a run in which spaces are part of the value. A
/// word without `=` is a flag. Of the same argument twice, the last one counts.
package struct SatelliteLine: Hashable, Sendable {
  /// The command in capitals; empty for an empty line.
  package let command: String
  /// All behind the command, as it came.
  package let rest: String
  private var arguments: [String: Value] = [:]

  private enum Value: Hashable {
    case flag
    case text(String)
  }

  /// Reads a line without its end. What is not UTF-8 is replaced.
  package init(_ bytes: some Collection<UInt8>) {
    let space = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
    command = String(decoding: bytes[..<space], as: UTF8.self).uppercased()
    let rest = space == bytes.endIndex ? bytes[space...] : bytes[space...].dropFirst()
    self.rest = String(decoding: rest, as: UTF8.self)
    for token in SatelliteLine.tokens(rest) {
      guard let equals = token.firstIndex(of: UInt8(ascii: "=")) else {
        arguments[String(decoding: token, as: UTF8.self)] = .flag
        continue
      }
      let name = String(decoding: token[..<equals], as: UTF8.self)
      if name.isEmpty { continue }
      arguments[name] = .text(String(decoding: token[(equals + 1)...], as: UTF8.self))
    }
  }

  private static func tokens(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var tokens: [[UInt8]] = []
    var token: [UInt8] = []
    var (isQuoted, isEscaped) = (false, false)
    for byte in bytes {
      if isEscaped {
        token.append(byte)
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: " ") where !isQuoted:
        if !token.isEmpty { tokens.append(token) }
        token = []
      default: token.append(byte)
      }
    }
    if !token.isEmpty { tokens.append(token) }
    return tokens
  }

  /// The text of an argument; nil where it is missing, empty or a flag.
  package func text(_ name: String) -> String? {
    guard case .text(let text)? = arguments[name], !text.isEmpty else { return nil }
    return text
  }

  /// Whether an argument is there, even if its value is empty.
  package func names(_ name: String) -> Bool { arguments[name] != nil }

  /// Whether an argument is there, with any value but none.
  package func has(_ name: String) -> Bool { arguments[name] == .flag || text(name) != nil }

  /// Whether an argument is a flag, `true`, `yes` or a number of 1 or more.
  package func isTrue(_ name: String) -> Bool {
    switch arguments[name] {
    case nil: return false
    case .flag: return true
    case .text(let text):
      return ["true", "yes"].contains(text.lowercased()) || Double(text).map { $0 >= 1 } ?? false
    }
  }

  /// Whether an argument is there and is neither `0` nor `false`.
  package func isNotFalse(_ name: String) -> Bool {
    switch arguments[name] {
    case nil: return false
    case .flag: return true
    case .text(let text): return !["", "0", "false"].contains(text.lowercased())
    }
  }

  /// Returns by how many steps an argument says that something is turned, clockwise above 0: at
  /// least one, and at most 1,000. 0 is one anticlockwise, and other texts are one clockwise.
  package func steps(_ name: String) -> Int {
    guard let number = text(name).flatMap(Double.init), !number.isNaN else { return 1 }
    let steps = max(1, Int(min(number.magnitude, 1_000).rounded()))
    return number > 0 ? steps : -steps
  }

  /// The whole number that an argument is.
  package func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}
