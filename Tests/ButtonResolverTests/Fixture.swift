import ButtonModel
import Foundation
import Testing

/// Cases from a JSON file in `Fixtures`.
enum Fixture {
  /// The objects of a fixture; what can't be read is a failed test.
  static func rows(_ name: String) throws -> [[String: Any]] {
    guard let url = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json") else {
      throw FixtureError("no fixture \(name)")
    }
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    guard let rows = value as? [[String: Any]] else { throw FixtureError("\(name): no rows") }
    return rows
  }

  /// One object of a fixture, to be run as a case of its own.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let text: Data

    init(_ row: [String: Any], at index: Int) throws {
      testDescription = row["claim"] as? String ?? "row \(index + 1)"
      text = try JSONSerialization.data(withJSONObject: row)
    }

    /// The object's members.
    func row() throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: text)
      guard let row = value as? [String: Any] else { throw FixtureError("no object") }
      return row
    }
  }

  /// The objects of a fixture as cases.
  static func cases(_ name: String) throws -> [Case] {
    try rows(name).enumerated().map { try Case($1, at: $0) }
  }

  /// A property list from names on the wire and JSON values.
  static func properties(_ members: [String: Any]) throws -> PropertyList {
    var list = PropertyList()
    for (name, value) in members {
      guard let property = PropertyRegistry.property(named: name) else {
        throw FixtureError("no property \(name)")
      }
      list[property] = try self.value(value, of: property)
    }
    return list
  }

  /// Values for states from `{property: {state: value}}`.
  static func stateValues(_ members: [String: Any]) throws -> StateValues {
    var changes: [StateValues.Change] = []
    for (name, states) in members {
      guard let property = PropertyRegistry.property(named: name),
        let states = states as? [String: Any]
      else { throw FixtureError("no property \(name)") }
      for (stateName, value) in states {
        guard let state = ControlState(stateName) else {
          throw FixtureError("no state \(stateName)")
        }
        changes.append(
          .init(property: property, state: state, value: try self.value(value, of: property)))
      }
    }
    var values = StateValues()
    var bindings = Bindings()
    values.apply(changes, &bindings)
    return values
  }

  /// Traits from their members, the others at their default.
  static func traits(_ members: [String: Any]) throws -> Traits {
    var traits = Traits()
    for (name, value) in members {
      if let flag = value as? Bool {
        switch name {
        case "boldText": traits.boldText = flag
        case "reduceMotion": traits.reduceMotion = flag
        default: throw FixtureError("no trait \(name)")
        }
        continue
      }
      guard let text = value as? String else { throw FixtureError("traits: \(name)") }
      switch name {
      case "userInterfaceStyle": traits.userInterfaceStyle = try some(.init(rawValue: text))
      case "contrast": traits.contrast = try some(.init(rawValue: text))
      case "contentSize": traits.contentSize = try some(.init(rawValue: text))
      case "layoutDirection": traits.layoutDirection = try some(.init(rawValue: text))
      case "locale": traits.locale = try some(LanguageTag(text))
      case "tint": traits.tint = try some(Color(text))
      default: throw FixtureError("no trait \(name)")
      }
    }
    return traits
  }

  private static func value(_ json: Any, of property: Property) throws -> PropertyValue {
    let value: PropertyValue
    switch (property.row.kind, json) {
    case (.bool, let flag as Bool): value = .bool(flag)
    case (.number, let number as NSNumber): value = .number(number.doubleValue)
    case (.color, let members as [String: String]): value = .color(try color(members))
    case (.attributedText, let members as [String: Any]):
      value = .attributedText(
        AttributedText(
          text: UTF8String(members["text"] as? String ?? ""),
          color: (members["color"] as? String).flatMap { Color($0) },
          fontSize: (members["fontSize"] as? NSNumber)?.doubleValue,
          fontWeight: (members["fontWeight"] as? String).flatMap { FontWeight(name: $0)?.rawValue },
          underline: members["underline"] as? Bool ?? false,
          strikethrough: members["strikethrough"] as? Bool ?? false))
    case (.textRuns, let runs as [Any]):
      let json = try JSONSerialization.data(withJSONObject: runs)
      value = try property.value(text: UTF8String(bytes: [UInt8](json)))
    case (_, let text as String): value = try property.value(text)
    default: throw FixtureError("\(property): \(json)")
    }
    try property.check(value)
    return value
  }

  private static func color(_ members: [String: String]) throws -> Color {
    func member(_ name: String) throws -> Color? {
      try members[name].map { try some(Color($0)) }
    }
    return .dynamic(
      try some(
        DynamicColor(
          light: try some(try member("light")), dark: try member("dark"),
          highContrastLight: try member("highContrastLight"),
          highContrastDark: try member("highContrastDark"))))
  }

  private static func some<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw FixtureError("a value is missing") }
    return value
  }
}

struct FixtureError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
