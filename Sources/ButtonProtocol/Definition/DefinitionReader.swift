package import ButtonModel
package import JSONRPC

/// Reads a button's definition, or a merge patch of one.
///
/// Both are the same walk: a definition is a patch of the defaults. Unknown names are refused with
/// the nearest known one; what has no effect becomes a warning.
package struct DefinitionReader {
  /// What was read and has no effect, each with its path.
  package private(set) var warnings: [String] = []

  /// Whether the definition that is read has a configuration.
  private var isConfigured = true
  /// What is read changes a definition: a null inside a value takes away what it names.
  private var isPatch = false

  /// Where the definition stands in the request, for warnings.
  private let path: String

  private static let names = [
    "id", "style", "parameters", "configuration", "stateValues", "handler", "isEnabled",
    "isSelected", "isBusy", "isFocused", "role", "action", "group",
  ]

  package init(path: String) { self.path = path }

  /// The definition that an object gives; `name` is its id where the object itself has none.
  package mutating func definition(
    _ json: JSONElement, named name: String? = nil
  ) throws(ProtocolError) -> ButtonDefinition {
    let members = try Members(of: json)
    isConfigured = json.member("configuration")?.isNull != true
    try checkNames(json, and: [])
    let id = try DefinitionReader.id(members, name)
    let style: StyleReference = try members.required("style")
    var definition = ButtonDefinition(id: id, style: style)
    try apply(json, to: &definition)
    return definition
  }

  private static func id(_ members: Members, _ name: String?) throws(ProtocolError) -> String {
    guard let name else { return try members.required("id", as: ButtonID.self).text }
    if let id = try members.optional("id", as: ButtonID.self)?.text, id != name {
      throw .invalidParams("is '\(id)', but the button is named '\(name)'", path: "id")
    }
    return try ButtonID(name).text
  }

  /// A definition after a patch, whose `id` and `wait` are the request's own.
  package mutating func patched(
    _ definition: ButtonDefinition, by json: JSONElement
  ) throws(ProtocolError) -> ButtonDefinition {
    isConfigured =
      definition.configuration != nil && json.member("configuration")?.isNull != true
    try checkNames(json, and: ["wait"])
    isPatch = true
    var definition = definition
    if let style = json.member("style") {
      do { definition.style = try StyleReference(json: style) } catch { throw error.under("style") }
    }
    try apply(json, to: &definition)
    return definition
  }

  private mutating func checkNames(
    _ json: JSONElement, and more: [String]
  ) throws(ProtocolError) {
    for (key, _) in json.members {
      let name = key.string
      if DefinitionReader.names.contains(name) || more.contains(name) { continue }
      guard StateValuesReader.withoutEffect.contains(name) else {
        throw .unknownMember(name, among: DefinitionReader.names)
      }
      warnOfNoEffect(name)
    }
  }

  /// An older setter has no effect on a configured button; on one without configuration it has none
  /// here either.
  private mutating func warnOfNoEffect(_ member: String) {
    warn(
      member,
      isConfigured
        ? "has no effect on a configured button"
        : "has no effect: a button without configuration shows only title, attributedTitle, "
          + "titleColor and image of its stateValues")
  }

  /// Reads every member but id and style; null puts the default back.
  private mutating func apply(
    _ json: JSONElement, to definition: inout ButtonDefinition
  ) throws(ProtocolError) {
    let members = Members(json)
    let usual = ButtonDefinition(id: "", style: definition.style)
    try DefinitionReader.member("parameters", of: json) { value throws(ProtocolError) in
      try readParameters(value, into: &definition)
    }
    try DefinitionReader.member("configuration", of: json) { value throws(ProtocolError) in
      try readConfiguration(value, into: &definition)
    }
    try DefinitionReader.member("stateValues", of: json) { value throws(ProtocolError) in
      try readStateValues(value, into: &definition)
    }
    try DefinitionReader.member("handler", of: json) { value throws(ProtocolError) in
      definition.handler = value.isNull ? nil : try PluginEntry(json: value)
    }
    try DefinitionReader.member("isEnabled", of: json) { value throws(ProtocolError) in
      definition.isEnabled = try flag(
        value, patching: definition.isEnabled, usual.isEnabled,
        &definition.bindings[.isEnabled])
    }
    try DefinitionReader.member("isSelected", of: json) { value throws(ProtocolError) in
      definition.isSelected = try flag(
        value, patching: definition.isSelected, usual.isSelected,
        &definition.bindings[.isSelected])
    }
    try DefinitionReader.member("isBusy", of: json) { value throws(ProtocolError) in
      definition.isBusy = try flag(
        value, patching: definition.isBusy, usual.isBusy, &definition.bindings[.isBusy])
    }
    if json.member("isFocused") != nil {
      definition.isFocused = try members.optional("isFocused", default: usual.isFocused)
    }
    try DefinitionReader.member("role", of: json) { value throws(ProtocolError) in
      let text = try ExpressionText.bound(by: value)
      definition.bindings[.role] = text
      definition.role =
        value.isNull || text != nil ? usual.role : try ButtonRole(json: value)
    }
    try DefinitionReader.member("action", of: json) { value throws(ProtocolError) in
      definition.action =
        value.isNull
        ? nil : try Action(json: value, patching: definition.action, isPatch: isPatch)
    }
    try DefinitionReader.member("group", of: json) { value throws(ProtocolError) in
      definition.group = value.isNull ? nil : try DefinitionReader.group(value)
    }
    guard definition.configuration == nil, definition.handler != nil else { return }
    throw ProtocolError(
      .configurationRequired,
      "a handler needs a configuration: leave configuration out or give an object",
      path: json.member("handler") == nil ? "configuration" : "handler")
  }

  private mutating func readConfiguration(
    _ json: JSONElement, into definition: inout ButtonDefinition
  ) throws(ProtocolError) {
    if json.isNull {
      definition.configuration = nil
      definition.bindings.removeAll(where: \.isConfiguration)
      return
    }
    var reader = ConfigurationReader(
      patching: definition.configuration?.properties ?? .init(), definition.bindings)
    try reader.read(json)
    if definition.configuration != nil {
      definition.configuration?.properties = reader.properties
      definition.bindings = reader.bindings
      return
    }
    for name in reader.names {
      warn(
        "configuration.\(name)",
        "is ignored: button '\(definition.id)' has no configuration; redefine it to give it one")
    }
  }

  private mutating func readStateValues(
    _ json: JSONElement, into definition: inout ButtonDefinition
  ) throws(ProtocolError) {
    if json.isNull {
      definition.stateValues = StateValues()
      definition.bindings.removeAll(where: \.isStateValue)
      return
    }
    var reader = StateValuesReader(patching: definition.stateValues, definition.bindings)
    try reader.read(json)
    definition.stateValues = reader.values
    definition.bindings = reader.bindings
    for name in reader.ignored {
      warnOfNoEffect("stateValues.\(name)")
    }
  }

  private mutating func warn(_ member: String, _ text: String) {
    let warning = "\(path).\(member) \(text)"
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  private static func member(
    _ name: StaticString, of json: JSONElement,
    _ body: (JSONElement) throws(ProtocolError) -> Void
  ) throws(ProtocolError) {
    guard let value = json.member(name) else { return }
    do { try body(value) } catch { throw error.under("\(name)") }
  }

  private func flag(
    _ json: JSONElement, patching present: Flag, _ usual: Flag, _ binding: inout ExpressionText?
  ) throws(ProtocolError) -> Flag {
    binding = try ExpressionText.bound(by: json)
    if case .template? = binding {
      throw .invalidParams("a template makes a text; write {\"cel\": …}, which makes true or false")
    }
    if json.isNull || binding != nil { return usual }
    return try Flag(json: json, patching: isPatch ? present : nil)
  }

  private func readParameters(
    _ json: JSONElement, into definition: inout ButtonDefinition
  ) throws(ProtocolError) {
    if json.isNull {
      definition.parameters = []
      definition.bindings.removeAll(where: \.isParameter)
      return
    }
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    var present: [String: StateValue] = [:]
    for parameter in definition.parameters { present[parameter.name] = parameter.value }
    var values = present
    var boundCount = 0
    for (key, value) in json.members {
      let name = key.string
      do throws(ProtocolError) {
        let text = try ExpressionText.bound(by: value)
        if text != nil { boundCount += 1 }
        guard boundCount <= Bindings.maximumParameters else {
          throw ProtocolError.invalidParams(
            "more than \(Bindings.maximumParameters) parameters are bound")
        }
        definition.bindings[.parameter(name)] = text
        values[name] =
          value.isNull || text != nil
          ? nil : try value.value(over: present[name], isPatch: isPatch)
      } catch {
        throw error.under(name)
      }
    }
    guard
      definition.bindings.entries.count(where: \.target.isParameter) <= Bindings.maximumParameters
    else {
      throw ProtocolError.invalidParams(
        "more than \(Bindings.maximumParameters) parameters are bound")
    }
    definition.parameters = values.sorted { $0.key < $1.key }.map {
      Parameter(name: $0.key, value: $0.value)
    }
  }

  private static func group(_ json: JSONElement) throws(ProtocolError) -> String {
    let name = try String(json: json)
    guard (1...ButtonDefinition.maximumIDBytes).contains(name.utf8.count) else {
      throw .invalidParams(
        "must have from 1 to \(ButtonDefinition.maximumIDBytes) bytes, not \(name.utf8.count)")
    }
    if let scalar = name.unicodeScalars.first(where: \.isUnprintable) {
      throw .invalidParams("must be printable, without \(String(scalar).printable)")
    }
    return name
  }
}

extension JSONElement {
  /// The value given by a definition, or by a patch of a definition that has a value, or none, there.
  func value(over present: StateValue?, isPatch: Bool) throws(ProtocolError) -> StateValue {
    isPatch ? try MergePatch.apply(self, to: present) : try StateValue(json: self)
  }
}
