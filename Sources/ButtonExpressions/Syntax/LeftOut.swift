/// What CEL and its usual extensions have and this language lacks; says what to write instead.
enum LeftOut {
  /// Returns the reason for a function, method or macro of CEL; nil for other names.
  static func reason(_ name: String) -> String? {
    switch name {
    case "matches", "find", "findAll", "extract", "replaceAll":
      "regular expressions are not supported; use contains, startsWith, endsWith or split"
    case "timestamp", "duration", "getFullYear", "getMonth", "getDate", "getDayOfMonth",
      "getDayOfWeek", "getDayOfYear", "getHours", "getMinutes", "getSeconds", "getMilliseconds":
      "timestamps and durations are not supported; read clock.second, clock.minute or clock.local"
    case "bytes", "base64", "encode", "decode": "bytes are not supported; use strings"
    case "uint": "unsigned integers are not supported; use int(…)"
    case "bool": "bool(…) is not supported; compare instead: x == \"true\""
    case "type", "dyn": "\(name)(…) is not supported; types are only known when it is evaluated"
    case "hasValue": "hasValue is not supported; write has(x)"
    case "or", "value", "optMap", "optFlatMap", "unwrap", "unwrapOpt":
      "of optional values only orValue is here"
    case "greatest": "write max(…)"
    case "least": "write min(…)"
    case "sqrt", "sign", "trunc", "isNaN", "isInf", "isFinite", "bitAnd", "bitOr", "bitXor",
      "bitNot", "bitShiftLeft", "bitShiftRight":
      "of the functions on numbers only min, max, abs, round, floor and ceil are here"
    case "charAt": "write x.substring(i, i + 1)"
    case "indexOf", "lastIndexOf", "quote", "reverse":
      "of the functions on strings it is not supported; see contains, split, join and substring"
    case "slice", "sort", "sortBy", "distinct", "flatten", "first", "last", "range":
      "of the functions on lists it is not supported; see filter, map, join and size"
    case "existsOne": "write exists_one"
    case "transformList", "transformMap", "transformMapEntry":
      "macros of two variables are not supported; see map and filter"
    case "bind": "variables are not supported; derive another key"
    default: nil
    }
  }

  /// Prefixes of extension functions.
  static let namespaces: Set<String> = [
    "math", "strings", "lists", "sets", "optional", "cel", "base64", "regex", "proto", "net", "ip",
    "cidr", "url", "google.protobuf",
  ]

  /// Words that are values, or an operator.
  static let literals: Set<String> = ["true", "false", "null", "in"]

  static let reservedWords: Set<String> = [
    "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop",
    "package", "namespace", "return", "var", "void", "while",
  ]
}
