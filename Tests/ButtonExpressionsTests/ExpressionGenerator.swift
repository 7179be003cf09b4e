import ButtonModel

/// Makes random expressions, mostly of matching types, over variables of every type.
struct ExpressionGenerator<Random: RandomNumberGenerator> {
  /// What an expression is meant to be.
  enum Kind: CaseIterable {
    case int, double, string, bool, list, map
  }

  var random: Random
  /// Whether there are all functions, and texts, lists and numbers of every length.
  var isWide = false
  /// The name of the macro's element around this place.
  private var element: String?

  init(_ random: Random) { self.random = random }

  /// Variables by what they hold; `missing` is absent.
  static var state: [(name: String, json: String)] {
    [
      ("i", "3"), ("j", "-7"), ("k", "0"), ("d", "2.5"), ("e", "-0.0"), ("f", "1e15"),
      ("s", "\"abc\""),
      ("zz", "\"é😀 b\""), ("u", "\"\""), ("p", "true"), ("q", "false"), ("n", "null"),
      ("l", "[1,2,3]"), ("m", "[\"a\",\"b\",2.0,null]"), ("o", "[]"),
      ("v", "{\"a\":1,\"b\":\"x\",\"c\":[1]}"), ("w", "{}"),
    ]
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

  /// An expression, at most so many operators deep.
  mutating func expression(_ depth: Int) -> String {
    expression(Kind.allCases.randomElement(using: &random) ?? .int, depth)
  }

  private mutating func expression(_ kind: Kind, _ depth: Int) -> String {
    if isWide, depth > 0, chance(3), let wide = wide(kind, depth - 1) { return wide }
    // Now and then something of another type, which only the evaluation finds.
    if chance(25) { return pick(Self.state.map(\.name) + ["missing"]) }
    if let element, chance(4) { return element }
    if depth <= 0 { return leaf(kind) }
    if chance(8) {
      let condition = expression(.bool, depth - 1)
      return "(\(condition) ? \(expression(kind, depth - 1)) : \(expression(kind, depth - 1)))"
    }
    switch kind {
    case .int: return int(depth - 1)
    case .double: return double(depth - 1)
    case .string: return string(depth - 1)
    case .bool: return bool(depth - 1)
    case .list: return list(depth - 1)
    case .map: return leaf(.map)
    }
  }

  private mutating func leaf(_ kind: Kind) -> String {
    switch kind {
    case .int:
      pick(["i", "j", "k", "0", "1", "2", "-1", "42", "9223372036854775807", "0x1F"])
    case .double: pick(["d", "e", "f", "0.0", "1.0", "2.5", "-3.25", "1e3", "1.5e-3"])
    case .string: pick(["s", "zz", "u", "'a'", "''", "\"b\"", "'é'", "'12'", "'2.5'", "r'a'"])
    case .bool: pick(["p", "q", "true", "false"])
    case .list: pick(["l", "m", "o", "[]", "[1]", "[1, 2.0]", "['a', 'b']"])
    case .map: pick(["v", "w", "{}", "{'a': 1}", "{'b': 'x', 'a': [1, 2]}"])
    }
  }

  private mutating func int(_ depth: Int) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3:
      let sign = pick(["+", "-", "*", "/", "%"])
      return "(\(expression(.int, depth)) \(sign) \(expression(.int, depth)))"
    case 4: return "size(\(expression(pickSized(), depth)))"
    case 5: return "-\(atom(expression(.int, depth)))"
    case 6: return "int(\(expression(chance(2) ? .double : .string, depth)))"
    default: return "\(atom(expression(.list, depth)))[\(pick(["0", "1", "2", "i", "k"]))]"
    }
  }

  private mutating func pickSized() -> Kind {
    [Kind.string, .list, .map].randomElement(using: &random) ?? .list
  }

  private mutating func double(_ depth: Int) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0...3:
      // What is infinite or no number, the tables have; the other implementation compares it otherwise.
      if chance(4) {
        return "(\(expression(.double, depth)) / \(pick(["d", "2.5", "-3.25", "1e3"])))"
      }
      return
        "(\(expression(.double, depth)) \(pick(["+", "-", "*"])) \(expression(.double, depth)))"
    case 4: return "double(\(expression(chance(2) ? .int : .string, depth)))"
    default: return "-\(atom(expression(.double, depth)))"
    }
  }

  private mutating func string(_ depth: Int) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0...2: return "(\(expression(.string, depth)) + \(expression(.string, depth)))"
    case 3: return "string(\(expression(.int, depth)))"
    default: return "\(atom(expression(.map, depth)))['\(pick(["a", "b", "c"]))']"
    }
  }

  private mutating func bool(_ depth: Int) -> String {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      let kind: Kind = [.int, .double, .string, .bool].randomElement(using: &random) ?? .int
      let other: Kind = kind == .int && chance(2) ? .double : kind
      let sign = pick(["<", "<=", ">", ">=", "==", "!="])
      return "(\(expression(kind, depth)) \(sign) \(expression(other, depth)))"
    case 2:
      let first = expression(depth)
      return "(\(first) \(pick(["==", "!="])) \(expression(depth)))"
    case 3, 4:
      let first = expression(.bool, depth)
      return "(\(first) \(pick(["&&", "||"])) \(expression(.bool, depth)))"
    case 5: return "!\(atom(expression(.bool, depth)))"
    case 6: return "(\(expression(depth)) in \(expression(chance(2) ? .list : .map, depth)))"
    case 7:
      let method = pick(["contains", "startsWith", "endsWith"])
      return "\(atom(expression(.string, depth))).\(method)(\(expression(.string, depth)))"
    default: return macro(["all", "exists", "exists_one"], .bool, depth)
    }
  }

  private mutating func list(_ depth: Int) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "(\(expression(.list, depth)) + \(expression(.list, depth)))"
    case 1: return "[\(expression(depth)), \(expression(depth))]"
    case 2: return macro(["filter"], .bool, depth)
    case 3: return macro(["map"], .int, depth)
    default: return "[\(expression(depth))]"
    }
  }

  private mutating func macro(_ names: [String], _ body: Kind, _ depth: Int) -> String {
    guard element == nil else {
      return leaf(names[0] == "map" || names[0] == "filter" ? .list : .bool)
    }
    // The names of a map have an order here alone.
    let ranges: [Kind] = body == .bool && names[0] == "all" ? [.map, .list, .list] : [.list]
    let range = atom(expression(ranges.randomElement(using: &random) ?? .list, depth))
    element = "x"
    defer { element = nil }
    return "\(range).\(pick(names))(x, \(expression(body, depth)))"
  }

  private func atom(_ text: String) -> String { text.hasPrefix("(") ? text : "(\(text))" }
}
