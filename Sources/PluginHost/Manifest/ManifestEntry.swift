package import ButtonModel

/// A style or an update handler that a plugin offers.
package struct ManifestEntry: Hashable, Sendable {
  /// Its name inside the plugin: the second half of `outline/outline`.
  package var name: String
  package var title: String
  package var documentation: String
  /// What a button may pass to it.
  package var parameters: [ManifestParameter]
  /// The system style that fills what the plugin leaves open, and stands in for it.
  package var base: SystemStyle
}

/// An argument that a style or handler takes.
package struct ManifestParameter: Hashable, Sendable {
  package var name: String
  package var kind: ManifestParameterKind
  package var documentation: String
  /// What holds when a button does not say; nil is absent.
  package var defaultValue: StateValue?
}

/// What an argument may be.
package enum ManifestParameterKind: Hashable, Sendable {
  case bool
  case int(minimum: Int64?, maximum: Int64?)
  case number(minimum: Double?, maximum: Double?)
  /// One of `values`, where there are any.
  case string(values: [String])
  case color

  /// The names of the kinds in a manifest.
  package static let names = ["bool", "int", "number", "string", "color"]

  /// The kind's name in a manifest.
  package var name: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .number: "number"
    case .string: "string"
    case .color: "color"
    }
  }

  /// Why a value cannot be passed; nil if it can. Whether text names a colour is not looked at.
  package func refusal(of value: StateValue) -> String? {
    switch (self, value) {
    case (.bool, .bool), (.color, .string): nil
    case (.int(let minimum, let maximum), .int(let value)):
      Self.refusal(value, minimum, maximum)
    case (.number(let minimum, let maximum), .int(let value)):
      Self.refusal(Double(value), minimum, maximum)
    case (.number(let minimum, let maximum), .double(let value)):
      Self.refusal(value, minimum, maximum)
    case (.string(let values), .string(let text)):
      values.isEmpty || values.contains { $0.utf8.elementsEqual(text.bytes) }
        ? nil : "'\(text)' is not one of \(values.joined(separator: ", "))"
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
}
