package import ButtonModel
package import JSONRPC

/// Reads a button's definition, or a merge patch of one; a definition is a patch of the defaults.
///
/// Unknown names are refused with the nearest known one; what has no effect becomes a warning.
package struct DefinitionReader {
  /// What has no effect, each with its path.
  package private(set) var warnings: [String] = []

  private var isConfigured = true
  /// Whether the definition is a patch: there, a null inside a value removes what it names.
  private(set) var isPatch = false

  /// Where the definition stands in the request, for warnings.
  private let path: String

  static let names = [
    "id", "style", "parameters", "configuration", "stateValues", "handler", "isEnabled",
    "isSelected", "isBusy", "isHidden", "isFocused", "role", "tint", "tintAdjustmentMode", "action",
    "group", "togglesSelection", "repeats", "longPress", "doublePress", "rotation", "shortcut",
    "menu",
    "menuSelection", "showsMenuAsPrimaryAction", "automaticallyUpdatesConfiguration",
  ]
  private static let known = NameIndex(names: names.map { UTF8String($0) })
  /// What members of a patch are restored to by null.
  private static let usual = ButtonDefinition(id: "", style: .system(.plain))

  /// Checks a definition as far as it could be read.
  private let check: ((ButtonDefinition) -> [ProtocolError])?

  package init(path: String, check: ((ButtonDefinition) -> [ProtocolError])? = nil) {
    self.path = path
    self.check = check
  }

  /// `name` is the id of an object that has none.
  package mutating func definition(
    _ json: JSONElement, named name: String? = nil
  ) throws(ProtocolError) -> ButtonDefinition {
    let members = try Members(of: json)
    isConfigured = json.member("configuration")?.isNull != true
    var mistakes = checkNames(json, and: [])
    let id = mistakes.attempt { () throws(ProtocolError) in try DefinitionReader.id(members, name) }
    let style: StyleReference? = mistakes.attempt { () throws(ProtocolError) in
      try members.required("style")
    }
    var definition = ButtonDefinition(id: id ?? "", style: style ?? .system(.plain))
    try apply(json, to: &definition, mistakes)
    return definition
  }

  private static func id(_ members: Members, _ name: String?) throws(ProtocolError) -> String {
    guard let name else { return try members.required("id", as: ButtonID.self).text }
    if let id = try members.optional("id", as: ButtonID.self)?.text, id != name {
      throw .invalidParams("is '\(id)', but the button is named '\(name)'", path: "id")
    }
    return try ButtonID(name).text
  }

  /// The patch's `id` and `wait` belong to the request.
  package mutating func patched(
    _ definition: ButtonDefinition, by json: JSONElement
  ) throws(ProtocolError) -> ButtonDefinition {
    isConfigured =
      definition.configuration != nil && json.member("configuration")?.isNull != true
    var mistakes = checkNames(json, and: ["wait"])
    isPatch = true
    var definition = definition
    if let style = json.member("style") {
      let read = mistakes.attempt("style") { () throws(ProtocolError) in
        try StyleReference(json: style)
      }
      definition.style = read ?? definition.style
    }
    try apply(json, to: &definition, mistakes)
    return definition
  }

  private mutating func checkNames(_ json: JSONElement, and more: [String]) -> Mistakes {
    var mistakes = Mistakes()
    for (key, _) in json.members where DefinitionReader.known[key.bytes] == nil {
      if mistakes.isFull { break }
      let name = key.string
      if more.contains(name) { continue }
      if StateValuesReader.withoutEffect.contains(name) {
        warnOfNoEffect(name)
      } else {
        mistakes.add(DefinitionReader.unknown(name))
      }
    }
    return mistakes
  }

  /// The unknown member may be one of the configuration.
  private static func unknown(_ name: String) -> ProtocolError {
    var text = name
    let (isOne, nearest) = text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      return (
        PropertyRegistry.property(named: bytes)?.row.setters.contains(.configuration) == true
          || PropertyRegistry.isGroup(bytes, settableBy: .configuration),
        PropertyRegistry.nearest(to: bytes, settableBy: .configuration)
      )
    }
    if isOne {
      return .invalidParams(
        "'\(name)' is not known here: it belongs in the configuration, as configuration: {\(name): …}",
        path: name)
    }
    if let nearest, NearestName.find(name, among: names) == nil {
      return .invalidParams(
        "'\(Excerpt(name))' is not known here; did you mean 'configuration.\(nearest.row.name)'?",
        path: name)
    }
    return .unknownMember(name, among: names)
  }

  /// An older setter has no effect on a configured button, nor here on one without configuration.
  private mutating func warnOfNoEffect(_ member: String) {
    warn(
      member,
      isConfigured
        ? "has no effect on a configured button"
        : "has no effect: a button without configuration shows only these stateValues: "
          + StateValuesReader.names.joined(separator: ", "))
  }

  /// Reads every member but id and style; null restores the default. Throws all mistakes.
  private mutating func apply(
    _ json: JSONElement, to definition: inout ButtonDefinition, _ found: Mistakes
  ) throws(ProtocolError) {
    let usual = DefinitionReader.usual
    let names = JSONNameFilter(json)
    var mistakes = found
    func read(
      _ name: StaticString, _ body: (JSONElement) throws(ProtocolError) -> Void
    ) {
      guard names.mayContain(name), let value = json.member(name) else { return }
      mistakes.attempt("\(name)") { () throws(ProtocolError) in try body(value) }
    }
    read("parameters") { value throws(ProtocolError) in
      try readParameters(value, into: &definition)
    }
    read("configuration") { value throws(ProtocolError) in
      try readConfiguration(value, into: &definition)
    }
    read("stateValues") { value throws(ProtocolError) in
      try readStateValues(value, into: &definition)
    }
    read("handler") { value throws(ProtocolError) in
      definition.handler = value.isNull ? nil : try PluginEntry(json: value)
    }
    read("isEnabled") { value throws(ProtocolError) in
      definition.isEnabled = try flag(
        value, patching: definition.isEnabled, usual.isEnabled,
        &definition.bindings[.isEnabled])
    }
    readSelection(json, into: &definition, &mistakes)
    read("isBusy") { value throws(ProtocolError) in
      definition.isBusy = try flag(
        value, patching: definition.isBusy, usual.isBusy, &definition.bindings[.isBusy])
    }
    read("isHidden") { value throws(ProtocolError) in
      definition.isHidden = try flag(
        value, patching: definition.isHidden, usual.isHidden, &definition.bindings[.isHidden])
    }
    read("isFocused") { value throws(ProtocolError) in
      definition.isFocused = value.isNull ? usual.isFocused : try Bool(json: value)
    }
    read("automaticallyUpdatesConfiguration") { value throws(ProtocolError) in
      definition.automaticallyUpdatesConfiguration = value.isNull ? true : try Bool(json: value)
    }
    read("role") { value throws(ProtocolError) in
      let text = try ExpressionText.bound(by: value)
      definition.bindings[.role] = text
      definition.role =
        value.isNull || text != nil ? usual.role : try ButtonRole(json: value)
    }
    read("tint") { value throws(ProtocolError) in
      let text = try ExpressionText.bound(by: value)
      definition.bindings[.tint] = text
      definition.tint =
        value.isNull || text != nil
        ? nil : try Color(json: value, patching: isPatch ? definition.tint : nil)
    }
    read("tintAdjustmentMode") { value throws(ProtocolError) in
      definition.tintAdjustmentMode =
        value.isNull ? usual.tintAdjustmentMode : try TintAdjustmentMode(json: value)
    }
    read("action") { value throws(ProtocolError) in
      definition.action =
        value.isNull
        ? nil : try Action(json: value, patching: definition.action, isPatch: isPatch)
    }
    read("repeats") { value throws(ProtocolError) in
      definition.repeats =
        value.isNull
        ? nil : try RepeatBehavior(json: value, patching: isPatch ? definition.repeats : nil)
    }
    read("longPress") { value throws(ProtocolError) in
      try readTimed(.longPress, value, into: &definition)
    }
    read("doublePress") { value throws(ProtocolError) in
      try readTimed(.doublePress, value, into: &definition)
    }
    read("rotation") { value throws(ProtocolError) in
      try readRotation(value, into: &definition)
    }
    read("shortcut") { value throws(ProtocolError) in
      definition.shortcut = value.isNull ? nil : try KeyboardShortcut(json: value)
    }
    read("menu") { value throws(ProtocolError) in try readMenu(value, into: &definition) }
    read("menuSelection") { value throws(ProtocolError) in
      definition.menuSelection = value.isNull ? nil : try StateKeyName(json: value).text
    }
    read("showsMenuAsPrimaryAction") { value throws(ProtocolError) in
      definition.showsMenuAsPrimaryAction = value.isNull ? false : try Bool(json: value)
    }
    checkMenu(definition, &mistakes)
    checkLongPress(definition, json, &mistakes)
    read("group") { value throws(ProtocolError) in
      definition.group = value.isNull ? nil : try GroupName(json: value).text
    }
    if definition.configuration == nil, definition.handler != nil {
      mistakes.add(
        ProtocolError(
          .configurationRequired,
          "a handler needs a configuration: leave configuration out or give an object",
          path: json.member("handler") == nil ? "configuration" : "handler"))
    }
    for mistake in check?(definition) ?? [] { mistakes.add(mistake) }
    try mistakes.check()
    for binding in definition.bindings.entries {
      if let remark = binding.text.foreignMark { warn(binding.target.path, remark) }
    }
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
        "configuration.\(String(decoding: name, as: UTF8.self))",
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

  func flag(
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
    var mistakes = Mistakes()
    for (key, value) in json.members {
      let name = key.string
      mistakes.attempt(name) { () throws(ProtocolError) in
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
      }
    }
    try mistakes.check()
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
}

extension JSONElement {
  func value(over present: StateValue?, isPatch: Bool) throws(ProtocolError) -> StateValue {
    isPatch ? try MergePatch.apply(self, to: present) : try StateValue(json: self)
  }
}
