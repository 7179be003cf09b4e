/// A strict reader of Prometheus' text format: help, type and samples of a family stand together, in
/// this order, and nothing is said twice.
enum PrometheusReader {
  struct Family {
    var type = ""
    /// Values by the text of their labels.
    var samples: [String: String] = [:]
  }

  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  static func read(_ text: String) throws -> [String: Family] {
    if text.isEmpty { return [:] }
    guard text.hasSuffix("\n") else { throw Mistake(description: "the last line has no end") }
    var families: [String: Family] = [:]
    var current = ""
    var helped = ""
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# HELP ") {
        try expect(helped.isEmpty && families[current]?.samples.isEmpty != true, line)
        helped = String(line.dropFirst(7).prefix { $0 != " " })
        try expect(isName(helped) && families[helped] == nil, line)
        try expect(line.count > 8 + helped.count, line)
      } else if line.hasPrefix("# TYPE ") {
        let words = line.split(separator: " ").map(String.init)
        try expect(words.count == 4 && words[2] == helped, line)
        try expect(["counter", "gauge", "histogram", "untyped"].contains(words[3]), line)
        try expect((words[3] == "counter") == helped.hasSuffix("_total"), line)
        current = helped
        helped = ""
        families[current] = Family(type: words[3])
      } else {
        try expect(helped.isEmpty && line.hasPrefix(current) && !current.isEmpty, line)
        var rest = line.dropFirst(current.count)
        var labels = ""
        if families[current]?.type == "histogram" {
          labels = String(rest.prefix { $0 != "{" })
          try expect(["_bucket", "_sum", "_count"].contains(labels), line)
          rest = rest.dropFirst(labels.count)
        }
        labels += try takeLabels(&rest)
        try expect(rest.first == " ", line)
        let value = String(rest.dropFirst())
        try expect(Double(value) != nil, line)
        try expect(families[current]?.samples.updateValue(value, forKey: labels) == nil, line)
      }
    }
    try expect(helped.isEmpty && families[current]?.samples.isEmpty == false, "the end")
    return families
  }

  /// Takes `{name="value",…}` off the front, and returns what stands between the braces.
  private static func takeLabels(_ rest: inout Substring) throws -> String {
    guard rest.first == "{" else { return "" }
    rest.removeFirst()
    var labels = try takeLabel(&rest)
    while rest.first == "," {
      rest.removeFirst()
      labels += "," + (try takeLabel(&rest))
    }
    try expect(rest.first == "}", rest)
    rest.removeFirst()
    return labels
  }

  /// Takes `name="value"` off the front, and returns it.
  private static func takeLabel(_ rest: inout Substring) throws -> String {
    let name = rest.prefix { $0 != "=" }
    try expect(isName(String(name)), rest)
    var end = name.endIndex
    try expect(rest[end...].hasPrefix("=\""), rest)
    end = rest.index(end, offsetBy: 2)
    while end < rest.endIndex, rest[end] != "\"" {
      if rest[end] == "\\" {
        end = rest.index(after: end)
        try expect(end < rest.endIndex && "\\\"n".contains(rest[end]), rest)
      }
      end = rest.index(after: end)
    }
    try expect(end < rest.endIndex, rest)
    let label = String(rest[...end])
    rest = rest[rest.index(after: end)...]
    return label
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.first?.isNumber == false
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") }
  }

  private static func expect(_ isRight: Bool, _ line: some StringProtocol) throws {
    if !isRight { throw Mistake(description: "wrong: \(line)") }
  }
}
