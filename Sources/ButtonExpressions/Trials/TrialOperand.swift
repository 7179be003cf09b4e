internal import ButtonModel

/// A value for a trial: of some size, and of a kind whose cost may differ.
struct TrialOperand {
  let name: String
  let value: StateValue

  private static func repeated(_ piece: String, _ size: Int) -> String {
    String(repeating: piece, count: max(1, size / piece.utf8.count))
  }

  private static func text(_ name: String, _ text: String) -> TrialOperand {
    TrialOperand(name: name, value: .string(UTF8String(text)))
  }

  private static func json(_ name: String, _ text: String) -> TrialOperand {
    TrialOperand(name: name, value: .json(UTF8String(text)))
  }

  private static func list(_ name: String, _ element: String, _ size: Int) -> TrialOperand {
    let elements = Array(repeating: element, count: max(1, size / (element.utf8.count + 1)))
    return json(name, "[\(elements.joined(separator: ","))]")
  }

  private static func map(_ name: String, _ value: String, _ size: Int) -> TrialOperand {
    let members = (0..<max(1, size / (value.utf8.count + 9))).map { index in
      let digits = String(index)
      let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
      return "\"a\(zeros)\(digits)\":\(value)"
    }
    return json(name, "{\(members.joined(separator: ","))}")
  }

  static func texts(_ size: Int) -> [TrialOperand] {
    [
      ("letters", "a"), ("two letters", "ab"), ("capitals", "Az"), ("two bytes", "\u{E9}"),
      ("four bytes", "\u{1F600}"), ("spaces", " "), ("wide spaces", "\u{2003}"), ("digits", "1"),
      ("controls", "\u{1}"), ("quotes", "\""), ("verbs", "%s"), ("percent signs", "%%"),
    ].map { text($0, repeated($1, size)) } + [
      text("minus and digits", "-" + repeated("9", size)),
      text("a fraction", "0." + repeated("1", size)),
      text("a fraction and an exponent", "1." + repeated("7", size) + "e-300"),
      text("digits, none of which counts", repeated("0", size) + ".5"),
      text("an exponent", "1e-" + repeated("0", size) + "7"),
    ]
  }

  static func lists(_ size: Int) -> [TrialOperand] {
    [
      ("digits", "1"), ("ints", "9223372036854775807"), ("doubles", "1.5"),
      ("long doubles", "1.7976931348623157e+308"), ("small doubles", "-4.9406564584124654e-324"),
      ("bools", "true"), ("nulls", "null"), ("letters", "\"a\""),
      ("empty texts", "\"\""), ("texts", "\"abcdefghijklmnopqrstuvwxyz\""),
      ("escapes", "\"\\n\\u0001\""), ("empty lists", "[]"), ("nested lists", "[[[[1]]]]"),
      ("maps", "{\"a\":1}"), ("large maps", "{\"a\":1,\"b\":2.5,\"c\":\"x\",\"d\":[]}"),
    ].map { list($0, $1, size) } + [
      json("one text", "[\"\(repeated("a", size))\"]"),
      json("one text of escapes", "[\"\(repeated("\\n", size))\"]"),
    ]
  }

  static func maps(_ size: Int) -> [TrialOperand] {
    [
      map("digits", "1", size), map("doubles", "1.7976931348623157e+308", size),
      map("lists", "[[],[]]", size),
    ]
  }
}
