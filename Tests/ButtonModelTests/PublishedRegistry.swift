import ButtonModel

/// The text of `Config/properties.json`, one property a line, made from the table.
enum PublishedRegistry {
  static var text: String {
    let lines = PropertyRegistry.rows.map { "    " + line($0) }.joined(separator: ",\n")
    return """
      {
        "revision": \(PropertyRegistry.revision),
        "properties": [
      \(lines)
        ]
      }

      """
  }

  private static func line(_ row: PropertyRow) -> String {
    var members = [("name", quoted("\(row.name)")), ("type", quoted(row.kind.plain.rawValue))]
    switch row.kind {
    case .number(let range):
      members.append(("range", "[\(text(range.lowerBound)), \(text(range.upperBound))]"))
      if row.clamps { members.append(("clamps", "true")) }
    case .choice(let names): members.append(("choices", list(names.map(\.string))))
    case .bool, .text, .color, .effect, .attributedText, .fontEffect, .transaction, .textRuns: break
    }
    members.append(("default", value(row)))
    members.append(("since", "\(row.since)"))
    members.append(("settableBy", list(row.setters.names)))
    members.append(("documentation", quoted("\(row.documentation)")))
    return "{" + members.map { "\(quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
  }

  private static func value(_ row: PropertyRow) -> String {
    switch (row.fallback, row.kind) {
    case (.bool(let value)?, _): "\(value)"
    case (.number(let value)?, _): text(value)
    case (.text(let value)?, _): quoted(value.string)
    case (.choice(let index)?, .choice(let names)): quoted(names[Int(index)].string)
    case (.color(.named(let name))?, _): quoted(name.name)
    default: "null"
    }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private static func list(_ names: [String]) -> String {
    "[" + names.map(quoted).joined(separator: ", ") + "]"
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
