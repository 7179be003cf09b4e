import ButtonModel
import TestSupport

/// What only this implementation is asked: all functions, and values of every length.
extension ExpressionGenerator {
  /// Values for the variables, some of them long.
  mutating func wideState() throws -> [UTF8String: StateValue] {
    var state: [UTF8String: StateValue] = [:]
    for (name, json) in Self.state { state[UTF8String(name)] = try StateValue(parsing: json) }
    for name in ["s", "zz", "u"] { state[UTF8String(name)] = .string(UTF8String(longText())) }
    for name in ["l", "m"] {
      let elements = ["1", "2.5", "5e-324", "\"a\"", "\"\\n\"", "[]", "[[1]]", "{\"a\":1}", "true"]
      let element = elements.randomElement(using: &random) ?? "1"
      let list = Array(repeating: element, count: length() / (element.utf8.count + 1))
      state[UTF8String(name)] = .json(UTF8String("[\(list.joined(separator: ","))]"))
    }
    state["d"] = .double(
      [0.1, 1e300, .leastNonzeroMagnitude, 123_456.789].randomElement(using: &random) ?? 0)
    return state
  }

  /// A length, as often of one magnitude as of another.
  private mutating func length() -> Int {
    Int.random(in: 0...(1 << Int.random(in: 0...16, using: &random)), using: &random)
  }

  private mutating func longText() -> String {
    let pieces = ["a", "1", "0", ".5", "%s", "\u{E9}", "\u{1F600}", " ", "\"", "\n", "ab", "e-9"]
    let piece = pieces.randomElement(using: &random) ?? "a"
    let text = String(repeating: piece, count: length() / piece.utf8.count)
    return Int.random(in: 0..<4, using: &random) == 0 ? "0.\(text)1e-9" : text
  }

  /// An expression of a kind with one of the other functions; nil for a kind that has none.
  mutating func wide(_ kind: Kind, _ depth: Int) -> String? {
    func one(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
    let verb = one(["%s", "%d", "%f", "%.2f", "%.100f", "%e", "%.100e", "%x", "%X", "%o", "%b"])
    switch kind {
    case .int:
      let number = expression(depth)
      return one([
        "int(\(number))", "size(\(number))", "abs(\(number))", "min(l)", "max(1, \(number))",
      ])
    case .double:
      let number = expression(depth)
      return one(["double(\(number))", "round(\(number))", "floor(\(number))", "ceil(d)", "max(m)"])
    case .string:
      let text = expression(depth)
      return one([
        "string(\(text))", "format('\(verb)', [\(text)])",
        "format('a\(verb)b\(verb)', [\(text), d])",
        "(\(text)).trim()", "(\(text)).lowerAscii()", "(\(text)).upperAscii()",
        "(\(text)).replace('a', 'bb')", "(\(text)).replace('', s)", "(\(text)).substring(1)",
        "(\(text)).split('a').join('b')", "l.map(x, string(x)).join(s)", "s.format([\(text)])",
      ])
    case .bool:
      let text = expression(depth)
      return one(["has(v['a'])", "missing.orValue(true)", "(\(text)) == l", "s.contains(\(text))"])
    case .list:
      let text = expression(depth)
      return one([
        "s.split(\(text))", "s.split('')", "zz.split('a', 3)", "[\(text), s, l]",
        "l.map(x, \(text))",
        "l.map(x, double(s))", "l.map(x, format('\(verb)', [d]))",
      ])
    case .map: return "{'a': \(expression(depth)), s: l}"
    }
  }
}
