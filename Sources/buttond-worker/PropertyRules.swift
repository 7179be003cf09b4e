import ButtonModel
import CButtonPlugin
import PluginChannel

/// The property registry in a form for lookups by raw value, without names and allocations.
struct PropertyRules: ~Copyable {
  struct Rule {
    let kind: PropertyKind
    let range: ClosedRange<Double>
    /// A number outside of the range counts as the nearest one inside.
    let clamps: Bool
    /// Names of a choice, valid as long as the rules.
    let names: UnsafeBufferPointer<UnsafeRawBufferPointer>
  }

  private let rules: UnsafeMutableBufferPointer<Rule>

  init() {
    rules = .allocate(capacity: Property.allCases.count)
    for property in Property.allCases {
      (rules.baseAddress! + Int(property.rawValue)).initialize(to: Rule(property.row))
    }
  }

  deinit {
    for rule in rules {
      for name in rule.names { name.deallocate() }
      rule.names.deallocate()
    }
    rules.deallocate()
  }

  subscript(property: Property) -> Rule { rules[Int(property.rawValue)] }
}

extension PropertyRules.Rule {
  fileprivate init(_ row: PropertyRow) {
    kind = row.kind.plain
    range = row.kind.range
    clamps = row.clamps
    let choices = row.kind.choices
    let copies = UnsafeMutableBufferPointer<UnsafeRawBufferPointer>.allocate(
      capacity: choices.count)
    _ = copies.initialize(from: choices.map { PropertyRules.copy($0) })
    names = UnsafeBufferPointer(copies)
  }
}

extension PropertyRules {
  fileprivate static func copy(_ name: UTF8String) -> UnsafeRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: name.bytes.count, alignment: 1)
    bytes.copyBytes(from: name.bytes)
    return UnsafeRawBufferPointer(bytes)
  }

  /// Converts a plugin's value; a text stays in the plugin's memory.
  func value(
    of property: Property, from value: btn_value
  ) throws(Refusal) -> ChannelProperty {
    let rule = self[property]
    switch rule.kind {
    case .bool:
      guard value.type == BTN_T_BOOL else { throw .type }
      guard value.as.i == 0 || value.as.i == 1 else { throw .range }
      return .bool(value.as.i == 1)
    case .number:
      var number: Double
      switch value.type {
      case BTN_T_FLOAT: number = value.as.f
      case BTN_T_INT: number = Double(value.as.i)
      default: throw .type
      }
      if rule.clamps, !number.isNaN {
        number = min(max(number, rule.range.lowerBound), rule.range.upperBound)
      }
      guard rule.range.contains(number) else { throw .range }
      return .number(number)
    case .text: return .text(try text(value))
    case .choice:
      let name = try text(value)
      guard let index = rule.names.firstIndex(where: { $0.isEqual(to: name) }) else {
        throw .range
      }
      return .choice(UInt8(index))
    case .color:
      if value.type == BTN_T_COLOR { return .color(.rgba(value.as.rgba)) }
      guard let color = Color(text: try text(value)) else { throw .range }
      return .color(color)
    case .effect:
      guard let effect = Effect(text: try text(value)) else { throw .range }
      return .effect(effect)
    case .attributedText: throw .type
    case .fontEffect:
      let text = try text(value)
      guard FontEffect.isValid(text) else { throw .range }
      return .text(text)
    case .transaction:
      let text = try text(value)
      guard Transaction.isValid(text) else { throw .range }
      return .text(text)
    case .textRuns:
      let text = try value.type == BTN_T_JSON ? value.text() : text(value)
      if text.isEmpty { return .text(PropertyRules.noRuns) }
      guard TextRun.areValid(text) else { throw .range }
      return .text(text)
    }
  }

  /// Removes the runs of a title, as an empty text does with other texts.
  private static var noRuns: UnsafeRawBufferPointer {
    let text: StaticString = "[]"
    return UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  private func text(_ value: btn_value) throws(Refusal) -> UnsafeRawBufferPointer {
    guard value.type == BTN_T_STRING else { throw .type }
    return try value.text()
  }
}
