/// A line of the Satellite API, taken apart as its official clients do.
struct SatelliteMessage: Equatable {
  /// Whether a command was done.
  enum Outcome: String {
    case ok = "OK"
    case error = "ERROR"
  }

  /// The whole line, without its end.
  let line: String
  /// The text before the first space, in upper case.
  let name: String
  /// What the line says after its name, if it is the answer to a command.
  let outcome: Outcome?
  /// The last value of each key; a word without `=` is a key with the value "true".
  let arguments: [String: String]
  /// The keys as they came.
  let order: [String]

  init(_ line: String) {
    self.line = line
    let space = line.firstIndex(of: " ") ?? line.endIndex
    name = line[..<space].uppercased()
    var arguments: [String: String] = [:]
    var order: [String] = []
    var outcome: Outcome?
    for (index, token) in SatelliteMessage.tokens(line[space...].dropFirst()).enumerated() {
      if index == 0, let found = Outcome(rawValue: token) {
        outcome = found
        continue
      }
      let equals = token.firstIndex(of: "=")
      let key = String(token[..<(equals ?? token.endIndex)])
      if key.isEmpty { continue }
      arguments[key] = equals.map { String(token[token.index(after: $0)...]) } ?? "true"
      order.append(key)
    }
    self.outcome = outcome
    self.arguments = arguments
    self.order = order
  }

  /// The value of a key.
  subscript(key: String) -> String? { arguments[key] }

  /// The words of a line: a space ends one unless it is in quotes, a quote is dropped, and what follows
  /// a backslash is meant as it is.
  private static func tokens(_ body: Substring) -> [String] {
    var tokens: [String] = []
    var token: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in body.utf8 {
      if isEscaped {
        token.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: " "), !isQuoted {
        if !token.isEmpty { tokens.append(String(decoding: token, as: UTF8.self)) }
        token.removeAll(keepingCapacity: true)
      } else {
        token.append(byte)
      }
    }
    return token.isEmpty ? tokens : tokens + [String(decoding: token, as: UTF8.self)]
  }
}
