extension ExpressionTrial {
  /// Every operation of the language, in every form whose cost may differ.
  static var forms: [Form] {
    let functions: [[String]] = Function.allCases.map { calls(of: $0) }
    let unary: [[String]] = UnaryOperator.allCases.map { uses(of: $0) }
    let arithmetic: [[String]] = Arithmetic.allCases.map { uses(of: $0) }
    let comparisons: [[String]] = ComparisonOperator.allCases.map { uses(of: $0) }
    let logical: [[String]] = Logical.allCases.map { sign in
      ["true \(sign.rawValue) true", "false \(sign.rawValue) false"]
    }
    let macros: [[String]] = MacroKind.allCases.map { uses(of: $0) }
    let others: [[String]] = [
      numbers, ["null", "true", "'text'", "[1, 2.5, 'a']", "{'a': {'b': 1}}"],
      ["t", "l", "m", "lost(t)", "has(t)", "has(l[0])", "has(m['b'])", "t.orValue(1)"],
      ["1 in l", "2.5 in l", "'zz' in l", "[] in l", "'zz' in m", "null in l"],
      [
        "l[0]", "l[8]", "l[100000]", "l[?100000].orValue(1)", "m['a1']", "m['zz']",
        "m.?zz.orValue(1)",
      ],
      ["true ? 1 : 2", "t == null ? 1 : 2"],
      numbers.flatMap { ["[\($0), -\($0)]", "[t, \($0), t]", "{'a': \($0), t: -\($0)}"] },
      ["[t]", "[l]", "[m]", "[t, t]", "[l, m]", "{t: t}", "{t: l, 'a': m, 'b': t}"],
    ]
    let expressions = functions + unary + arithmetic + comparisons + logical + macros + others
    var forms = expressions.flatMap { $0 }.map { Form($0) }
    let verbs = verbs
    forms += ["{t}", "{l}", "{m}", "a{t}b{t}c{t}d", "{{ and text"].map { Form(template: $0) }
    for number in numbers {
      forms.append(Form(template: "{-\(number)}"))
      for verb in verbs { forms.append(Form(template: "{-\(number):\(verb)}")) }
    }
    for verb in ["%x", "%X", "%s"] { forms.append(Form(template: "{t:\(verb)}")) }
    for value in ["l", "m"] { forms.append(Form(template: "{\(value):%s}")) }
    return forms
  }

  /// Short ones, and ones that take the most digits or the most work to print.
  private static let numbers = [
    "0", "7", "9223372036854775807", "0.0", "0.1", "1e300", "5e-324", "1.7976931348623157e308",
    "123456.789", "2.2250738585072011e-308", "9007199254740993.0",
  ]

  /// As in a format, with every kind of precision.
  private static var verbs: [String] {
    FormatVerb.Letter.allCases.flatMap { letter -> [String] in
      let name = String(UnicodeScalar(letter.rawValue))
      let localized = letter.canBeLocalized ? ["%'\(name)"] : []
      switch letter {
      case .fixed, .scientific:
        return ["%\(name)"] + localized + [0, 2, 15, 17, 100].map { "%.\($0)\(name)" }
      case .text, .decimal, .hexadecimal, .upperHexadecimal, .octal, .binary:
        return ["%\(name)", "%100\(name)"] + localized
      }
    }
  }

  private static func calls(of function: Function) -> [String] {
    let name = function.name
    switch function {
    case .size: return ["size(t)", "size(l)", "size(m)"]
    case .contains, .startsWith, .endsWith:
      let hard = [(0, 254), (254, 0), (127, 127), (8, 8), (24, 200)].map { before, behind in
        "\(String(repeating: "a", count: before))b\(String(repeating: "a", count: behind))"
      }
      return ["t", "u", "'zz'", "''"].map { "t.\(name)(\($0))" } + hard.map { "t.\(name)('\($0)')" }
    case .lowerAscii, .upperAscii, .trim: return ["t.\(name)()"]
    case .split:
      return ["''", "'a'", "'aa'", "'z'", "t"].map { "t.split(\($0))" } + ["t.split('a', 2)"]
    case .join: return ["l.join()", "l.join(', ')"]
    case .replace:
      return ["'', 'x'", "'a', ''", "'a', 'bb'", "'zz', 'x'", "t, t", "'', ''", "'a', 'b', 1"]
        .map { "t.replace(\($0))" }
    case .substring: return ["t.substring(1)", "t.substring(1, 2)", "t.substring(size(t))"]
    case .min, .max:
      let many = Array(repeating: "1, 2.5", count: 30).joined(separator: ", ")
      return ["\(name)(l)", "\(name)(1, 2)", "\(name)(\(many))"]
    case .abs, .round, .floor, .ceil: return numbers.map { "\(name)(-\($0))" }
    case .format:
      return verbs.flatMap { verb in numbers.map { "format(\"\(verb)\", [\($0)])" } }
        + ["format('%s', [t])", "format('%s%s', [l, m])", "format(t, [])", "format(t, l)"]
        + ["format('%x', [t])", "t.format(l)", "format('%s %s', l)"]
    case .string: return numbers.map { "string(-\($0))" } + ["string(t)", "string(true)"]
    case .int, .double:
      return numbers.map { "\(name)(-\($0))" } + numbers.map { "\(name)('-\($0)')" }
        + ["\(name)(t)"]
    }
  }

  private static func uses(of sign: UnaryOperator) -> [String] {
    switch sign {
    case .not: ["!true", "!!(1 < 2)"]
    case .negate: numbers.map { "-(\($0))" }
    }
  }

  private static func uses(of operation: Arithmetic) -> [String] {
    let sign = operation.rawValue
    let ints = ["7 \(sign) 3", "9223372036854775807 \(sign) 2"]
    let doubles = ["7.5 \(sign) 3.25", "1e300 \(sign) 5e-324"]
    switch operation {
    case .add: return ints + doubles + ["t + t", "t + 'a'", "l + l", "l + []", "l + [1]"]
    case .subtract, .multiply, .divide: return ints + doubles
    case .remainder: return ints
    }
  }

  private static func uses(of comparison: ComparisonOperator) -> [String] {
    let sign = comparison.rawValue
    let values = [
      "1 \(sign) 2", "1 \(sign) 2.5", "1.5 \(sign) 2.5", "true \(sign) false", "t \(sign) t",
      "t \(sign) u", "t \(sign) 'a'",
    ]
    // Different texts are compared element by element.
    return comparison.isOrder
      ? values : values + ["l \(sign) l", "m \(sign) m", "l \(sign) [1]", "l \(sign) l + [1]"]
  }

  private static func uses(of macro: MacroKind) -> [String] {
    let name = macro.rawValue
    let bodies = ["x, true", "x, false", "x, x == null"]
    switch macro {
    case .all, .exists, .existsOne, .filter:
      return ["l", "m"].flatMap { range in bodies.map { "\(range).\(name)(\($0))" } }
    case .map:
      return ["l", "m"].flatMap { range in
        (bodies + [
          "x, x", "x, true, x", "x, 1", "x, {'a': x}", "x, {'ab': x, 'b': [x, x], 'a': 1}",
          "x, [x]", "x, 5e-324",
        ]).map {
          "\(range).map(\($0))"
        }
      }
    }
  }
}
