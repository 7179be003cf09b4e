import ButtonModel
import JSONRPC

/// Reads the nested form of a configuration into a list of properties.
struct ConfigurationReader {
  /// What is patched, overlaid with what was read; so are the bindings.
  private(set) var properties: PropertyList
  private(set) var bindings: Bindings
  /// The dotted names of the properties read, as UTF-8, in the order of the text.
  private(set) var names: [[UInt8]] = []

  init(patching properties: PropertyList, _ bindings: Bindings) {
    self.properties = properties
    self.bindings = bindings
  }

  mutating func read(_ json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object or null") }
    try read(json, within: [])
  }

  private mutating func read(
    _ json: JSONElement, within prefix: [UInt8]
  ) throws(ProtocolError) {
    var members = json.members
    var mistakes = Mistakes()
    while let (key, value) = members.next() {
      var name = prefix
      name.append(contentsOf: key.bytes)
      do throws(ProtocolError) {
        if let property = ConfigurationReader.property(key, name) {
          if members.holdMore(of: key) { continue }
          names.append(name)
          try set(property, value, among: json)
        } else if ConfigurationReader.isGroup(key, name) {
          if members.holdMore(of: key) { continue }
          try readGroup(value, name)
        } else {
          throw ConfigurationReader.unknown(key, name)
        }
      } catch {
        mistakes.add(error.under(key.string))
        if mistakes.isFull { break }
      }
    }
    try mistakes.check()
  }

  private mutating func readGroup(
    _ value: JSONElement, _ name: [UInt8]
  ) throws(ProtocolError) {
    let prefix = name + [UInt8(ascii: ".")]
    if value.isNull {
      for row in PropertyRegistry.rows where row.nameBytes.starts(with: prefix) {
        properties[row.property] = nil
        bindings[.configuration(row.property)] = nil
      }
      names.append(name)
    } else {
      guard value.isObject else { throw .wrongType(value, expected: "an object") }
      try read(value, within: prefix)
    }
  }

  private mutating func set(
    _ property: Property, _ value: JSONElement, among json: JSONElement
  ) throws(ProtocolError) {
    let members = Members(json)
    /// Whether the same object has a value for a property, fixed or bound.
    func gives(_ other: Property, bound: Bool) -> Bool {
      guard let value = members.value(other.row.name), !value.isNull else { return false }
      return ExpressionText.isBound(by: value) == bound
    }
    if value.isNull {
      drop(property)
      // A null title takes its other forms along, unless the same object gives one.
      guard property == .title || property == .subtitle,
        !property.otherForms.contains(where: { gives($0, bound: false) || gives($0, bound: true) })
      else { return }
      for form in property.otherForms { drop(form) }
      return
    }
    let stronger = property.strongerForms
    let text = try ExpressionText.bound(by: value, to: property)
    let read = try text == nil ? property.value(json: value, patching: present(property)) : nil
    if stronger.contains(where: { gives($0, bound: false) }) { return }
    properties[property] = read
    bindings[.configuration(property)] = text
    // The weaker forms stay under an expression: they show while it has no value.
    for form in text == nil ? property.otherForms : stronger
    where !stronger.contains(form) || !gives(form, bound: true) {
      drop(form)
    }
  }

  private mutating func drop(_ property: Property) {
    properties[property] = nil
    bindings[.configuration(property)] = nil
  }

  /// What a property's value is laid over: an attributed text over the plain one that it mirrors.
  private func present(_ property: Property) -> PropertyValue? {
    if case .attributedText = property.row.kind {
      return properties.mirroredAttributedText(property).map { .attributedText($0) }
    }
    return properties[property]
  }

  private static func property(_ key: JSONString, _ name: [UInt8]) -> Property? {
    guard !key.bytes.contains(UInt8(ascii: ".")) else { return nil }
    let property = name.withUnsafeBytes { PropertyRegistry.property(named: $0) }
    guard let property, property.row.setters.contains(.configuration) else { return nil }
    return property
  }

  private static func isGroup(_ key: JSONString, _ name: [UInt8]) -> Bool {
    !key.bytes.contains(UInt8(ascii: "."))
      && name.withUnsafeBytes { PropertyRegistry.isGroup($0, settableBy: .configuration) }
  }

  private static func unknown(_ key: JSONString, _ name: [UInt8]) -> ProtocolError {
    if let property = name.withUnsafeBytes({ PropertyRegistry.property(named: $0) }) {
      if key.bytes.contains(UInt8(ascii: ".")) {
        return .invalidParams("write \(property.row.name) as objects inside one another")
      }
      return .invalidParams(
        "\(property.row.name) can't be set in a configuration, only by "
          + property.row.setters.names.joined(separator: " and "))
    }
    if name.withUnsafeBytes({ PropertyRegistry.isGroup($0, settableBy: .plugin) }) {
      return .invalidParams("\(key.string) can't be set in a configuration, only by plugin")
    }
    if name.elementsEqual(key.bytes), DefinitionReader.names.contains(key.string) {
      return .invalidParams(
        "'\(key.string)' is no property: it belongs beside the configuration, not in it")
    }
    let nearest = name.withUnsafeBytes {
      PropertyRegistry.nearest(to: $0, settableBy: .configuration)
    }
    return .invalidParams(
      "there is no property '\(Excerpt(name))'"
        + NearestName.advice(nearest.map { "\($0.row.name)" }))
  }
}
