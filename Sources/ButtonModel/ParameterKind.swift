/// The type of an argument and its limits.
package enum ParameterKind: Hashable, Sendable {
  case bool
  case int(minimum: Int64?, maximum: Int64?)
  case number(minimum: Double?, maximum: Double?)
  /// One of `values`; any string if they are empty.
  case string(values: [String])
  case color

  package static let names = ["bool", "int", "number", "string", "color"]

  package var name: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .number: "number"
    case .string: "string"
    case .color: "color"
    }
  }

  /// Nil if the value can be passed.
  package func refusal(of value: StateValue) -> String? {
    switch (self, value) {
    case (.bool, .bool): nil
    case (.color, .string(let text)):
      Color(text.string) == nil
        ? "'\(Excerpt(text.bytes))' is not a colour: write #RGB, #RRGGBB, #RRGGBBAA or a name"
          + NearestName.advice(text.string, among: NamedColor.allCases.map(\.name)) : nil
    case (.int(let minimum, let maximum), .int(let value)):
      Self.refusal(value, minimum, maximum)
    // JSON has one kind of number: 1.0 is 1.
    case (.int(let minimum, let maximum), .double(let value)) where Int64(exactly: value) != nil:
      Self.refusal(Int64(value), minimum, maximum)
    case (.number(let minimum, let maximum), .int(let value)):
      Self.refusal(Double(value), minimum, maximum)
    case (.number(let minimum, let maximum), .double(let value)):
      Self.refusal(value, minimum, maximum)
    case (.string(let values), .string(let text)):
      values.isEmpty || values.contains { $0.utf8.elementsEqual(text.bytes) }
        ? nil : "'\(Excerpt(text.bytes))' is not one of \(values.joined(separator: ", "))"
    case (.bool, _), (.int, _), (.number, _), (.string, _), (.color, _):
      "must be of type \(name)"
    }
  }

  private static func refusal<Number: Comparable>(
    _ value: Number, _ minimum: Number?, _ maximum: Number?
  ) -> String? {
    if let minimum, value < minimum { return "\(value) is less than the minimum \(minimum)" }
    if let maximum, value > maximum { return "\(value) is more than the maximum \(maximum)" }
    return nil
  }

  package var minimum: Double? {
    switch self {
    case .int(let minimum, _): minimum.map { Double($0) }
    case .number(let minimum, _): minimum
    case .bool, .string, .color: nil
    }
  }

  package var maximum: Double? {
    switch self {
    case .int(_, let maximum): maximum.map { Double($0) }
    case .number(_, let maximum): maximum
    case .bool, .string, .color: nil
    }
  }

  package var values: [String] {
    if case .string(let values) = self { values } else { [] }
  }
}
