import ButtonModel
import JSONRPC

/// Reads values by type; aliases must have been followed.
extension ThemeValue {
  static func read(
    _ json: JSONElement, as type: ThemeTokenType
  ) throws(ThemeFault) -> ThemeValue {
    if let text = json.string { try ThemeName.refuseBraces(text) }
    return switch type {
    case .color: .color(ThemeColor(try color(json)))
    case .dimension: .number(try length(json))
    case .number: .number(try number(json, "a number"))
    case .duration: .number(try time(json))
    case .fontFamily: .text(try fontFamily(json))
    case .fontWeight: try fontWeight(json)
    }
  }

  /// Reads a length in points: a pixel is one, a rem sixteen.
  private static func length(_ json: JSONElement) throws(ThemeFault) -> Double {
    try measure(
      json, [("px", 1), ("rem", 16)],
      "a dimension such as \"6px\" or {\"value\": 6, \"unit\": \"px\"}")
  }

  /// Reads a time, in milliseconds.
  private static func time(_ json: JSONElement) throws(ThemeFault) -> Double {
    let time = try measure(
      json, [("ms", 1), ("s", 1_000)],
      "a duration such as \"200ms\" or {\"value\": 200, \"unit\": \"ms\"}")
    guard time >= 0 else { throw ThemeFault("a duration must not be negative") }
    return time
  }

  private static func measure(
    _ json: JSONElement, _ units: [(name: String, factor: Double)], _ wanted: String
  ) throws(ThemeFault) -> Double {
    let names = units.map(\.name)
    if let text = json.string {
      guard
        let unit = units.first(where: { text.hasSuffix($0.name) }),
        let number = Double(text.dropLast(unit.name.utf8.count))
      else { throw ThemeFault("'\(Excerpt(text))' must be \(wanted)") }
      return try checked(number * unit.factor)
    }
    guard json.isObject else { throw ThemeFault("must be \(wanted)") }
    try allow(["value", "unit"], in: json)
    guard let value = json.member("value") else {
      throw ThemeFault("value is missing: write \(wanted)")
    }
    guard let written = json.member("unit") else {
      throw ThemeFault("unit is missing: \(names.joined(separator: " or "))")
    }
    guard let name = written.string, let unit = units.first(where: { $0.name == name }) else {
      throw ThemeFault("must be \(names.joined(separator: " or "))", in: "unit")
    }
    return try checked(try number(value, "a number", in: "value") * unit.factor, in: "value")
  }

  private static func fontFamily(_ json: JSONElement) throws(ThemeFault) -> UTF8String {
    if let text = json.text, !text.isEmpty { return UTF8String(copying: text.bytes) }
    let names = json.elements.map(\.string)
    guard !names.isEmpty, names.allSatisfy({ $0?.isEmpty == false }) else {
      throw ThemeFault("must be a font's name or a list of such names")
    }
    for case let name? in names { try ThemeName.refuseBraces(name) }
    return UTF8String(names.compactMap { $0 }.joined(separator: ", "))
  }

  private static func fontWeight(_ json: JSONElement) throws(ThemeFault) -> ThemeValue {
    if let text = json.string {
      guard weights.contains(text) else {
        throw ThemeFault(
          "'\(Excerpt(text))' is not a font weight: write a number from 1 to 1000 or a name"
            + NearestName.advice(text, among: weights))
      }
      return .text(UTF8String(text))
    }
    let weight = try number(json, "a number from 1 to 1000 or a name such as \"bold\"")
    guard (1...1000).contains(weight) else {
      throw ThemeFault("a font weight is from 1 to 1000, not \(weight)")
    }
    return .number(weight)
  }

  private static let weights = [
    "thin", "hairline", "extra-light", "ultra-light", "light", "normal", "regular", "book",
    "medium", "semi-bold", "demi-bold", "bold", "extra-bold", "ultra-bold", "black", "heavy",
    "extra-black", "ultra-black",
  ]

  /// Limited to ±1,000,000.
  static func number(
    _ json: JSONElement, _ wanted: String, in member: String = ""
  ) throws(ThemeFault) -> Double {
    guard let number = json.number else { throw ThemeFault("must be \(wanted)", in: member) }
    return try checked(number, in: member)
  }

  private static func checked(_ number: Double, in member: String = "") throws(ThemeFault) -> Double
  {
    guard number.magnitude <= 1_000_000 else {
      throw ThemeFault("\(number) is not between −1,000,000 and 1,000,000", in: member)
    }
    return number
  }

  static func allow(_ names: [String], in json: JSONElement) throws(ThemeFault) {
    for (key, _) in json.members {
      let name = key.string
      if names.contains(name) { continue }
      throw ThemeFault(
        "'\(Excerpt(name))' is not known here\(NearestName.advice(name, among: names))", in: name)
    }
  }
}
