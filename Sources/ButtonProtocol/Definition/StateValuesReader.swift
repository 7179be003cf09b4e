import ButtonModel
import JSONRPC

/// Reads values for control states, by the rules of UIKit's setters such as `setTitle(_:for:)`,
/// which are older than configurations.
struct StateValuesReader {
  /// What is patched, overlaid with what was read; so are the bindings.
  private(set) var values: StateValues
  private(set) var bindings: Bindings
  /// Setters in the text that have no effect on a configured button.
  private(set) var ignored: [String] = []

  /// The older setters that a configured button ignores.
  static let withoutEffect = [
    "backgroundImage", "titleShadowColor", "contentEdgeInsets", "titleEdgeInsets",
    "imageEdgeInsets",
  ]

  static var names: [String] { StateValues.properties.map { "\($0.row.name)" } }

  init(patching values: StateValues, _ bindings: Bindings) {
    self.values = values
    self.bindings = bindings
  }

  /// Reads `{property: {state: value}}`.
  mutating func read(_ json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    var changes: [StateValues.Change] = []
    var members = json.members
    var mistakes = Mistakes()
    while let (key, value) = members.next() {
      do throws(ProtocolError) {
        if let property = StateValuesReader.property(key) {
          if members.holdMore(of: key) { continue }
          changes += try read(property, value)
        } else if let name = StateValuesReader.withoutEffect.first(where: { key.has($0) }) {
          if !ignored.contains(name) { ignored.append(name) }
        } else {
          throw StateValuesReader.unknown(key.string)
        }
      } catch {
        mistakes.add(error.under(key.string))
        if mistakes.isFull { break }
      }
    }
    try mistakes.check()
    values.apply(changes, &bindings)
  }

  private mutating func read(
    _ property: Property, _ json: JSONElement
  ) throws(ProtocolError) -> [StateValues.Change] {
    if json.isNull {
      values.entries.removeAll { $0.property == property }
      bindings.removeAll { target in
        if case .stateValue(property, _) = target { true } else { false }
      }
      return []
    }
    guard json.isObject else {
      throw .wrongType(json, expected: "an object of states, such as {\"normal\": …}")
    }
    var changes: [StateValues.Change] = []
    var mistakes = Mistakes()
    for (name, value) in json.members where !mistakes.isFull {
      do throws(ProtocolError) {
        guard let state = ControlState(name: name.bytes) else {
          throw ProtocolError.unknownState(name.string)
        }
        let text = try ExpressionText.bound(by: value, to: property)
        let read =
          value.isNull || text != nil
          ? nil : try property.value(json: value, patching: present(property, state))
        changes.append(
          StateValues.Change(property: property, state: state, value: read, expression: text))
      } catch {
        mistakes.add(error.under(name.string))
      }
    }
    try mistakes.check()
    return changes
  }

  private func present(_ property: Property, _ state: ControlState) -> PropertyValue? {
    let key = StateValues.key(for: state)
    return values.entries.first { $0.property == property && $0.state == key }?.value
  }

  private static func property(_ key: JSONString) -> Property? {
    guard let property = PropertyRegistry.property(named: key.bytes),
      property.row.setters.contains(.stateValues)
    else { return nil }
    return property
  }

  private static func unknown(_ name: String) -> ProtocolError {
    .invalidParams(
      "'\(Excerpt(name))' has no values for states, only \(names.joined(separator: ", "))"
        + NearestName.advice(name, among: names))
  }
}

extension ProtocolError {
  fileprivate static func unknownState(_ name: String) -> ProtocolError {
    .invalidParams(
      "'\(Excerpt(name))' is not a state: write normal, or highlighted, disabled, selected and focused, "
        + "each at most once, joined by +")
  }
}

extension JSONString {
  fileprivate func has(_ text: String) -> Bool { bytes.elementsEqual(text.utf8) }
}
