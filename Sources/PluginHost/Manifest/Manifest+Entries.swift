import ButtonModel
import JSONRPC

extension Manifest {
  /// The most styles, handlers, or parameters of one of them.
  static let maximumEntries = 256

  /// Reads styles, with `base` as the default base, or handlers, which have no base.
  static func entries(
    _ field: ManifestField?, base: SystemStyle?
  ) throws(ManifestError) -> [EntryDescriptor] {
    guard let field else { return [] }
    var entries: [EntryDescriptor] = []
    for element in try field.elements(atMost: maximumEntries) {
      let entry = try entry(element, base: base)
      guard !entries.contains(where: { $0.name == entry.name }) else {
        throw element.fault("'\(entry.name)' is there twice")
      }
      entries.append(entry)
    }
    return entries
  }

  static func entryMembers(hasBase: Bool) -> [String] {
    ["name", "title", "documentation", "parameters"] + (hasBase ? ["base", "isPrimitive"] : [])
  }

  static func entry(
    _ field: ManifestField, base: SystemStyle?
  ) throws(ManifestError) -> EntryDescriptor {
    try field.checkObject(of: entryMembers(hasBase: base != nil))
    let name = try field.required("name").text(
      ManifestName.isEntry, "1 to 64 letters, digits, - and _")
    let drawn = try field.optional("base").map(baseStyle)
    return EntryDescriptor(
      name: name,
      title: try field.optional("title")?.text(atMost: 256) ?? name,
      documentation: try field.optional("documentation")?.text() ?? "",
      parameters: try parameters(field.optional("parameters")),
      base: (drawn ?? base) ?? base ?? .plain,
      isBare: drawn == .some(nil),
      isPrimitive: try field.optional("isPrimitive")?.bool() ?? false)
  }

  private static func parameters(
    _ field: ManifestField?
  ) throws(ManifestError) -> [ParameterDescriptor] {
    guard let field else { return [] }
    let members = try field.members()
    guard members.count <= maximumEntries else {
      throw field.fault("has \(members.count) parameters; \(maximumEntries) are the most")
    }
    var parameters: [ParameterDescriptor] = []
    for (name, value) in members {
      guard ManifestName.isEntry(name) else {
        throw value.fault("must be called by 1 to 64 letters, digits, - and _")
      }
      guard !parameters.contains(where: { $0.name == name }) else {
        throw value.fault("is there twice")
      }
      parameters.append(try parameter(name, value))
    }
    return parameters.sorted { $0.name < $1.name }
  }

  static func parameter(
    _ name: String, _ field: ManifestField
  ) throws(ManifestError) -> ParameterDescriptor {
    let kind = try kind(field)
    let defaultValue = try field.optional("default").map { element throws(ManifestError) in
      try value(element, of: kind)
    }
    var examples: [StateValue] = []
    for example in try field.optional("examples")?.elements(atMost: maximumEntries) ?? [] {
      examples.append(try value(example, of: kind))
    }
    return ParameterDescriptor(
      name: name, kind: kind,
      documentation: try field.optional("documentation")?.text() ?? "",
      defaultValue: defaultValue, examples: examples)
  }

  private static func kind(
    _ field: ManifestField
  ) throws(ManifestError) -> ParameterKind {
    guard field.element.isObject else { throw field.fault("must be an object") }
    let common = ["type", "default", "examples", "documentation"]
    let type = try field.required("type").choice(of: ParameterKind.names)
    switch type {
    case "int":
      try field.checkObject(of: common + ["minimum", "maximum"])
      return .int(
        minimum: try field.optional("minimum")?.integer(),
        maximum: try field.optional("maximum")?.integer())
    case "number":
      try field.checkObject(of: common + ["minimum", "maximum"])
      return .number(
        minimum: try field.optional("minimum")?.number(),
        maximum: try field.optional("maximum")?.number())
    case "string":
      try field.checkObject(of: common + ["values"])
      var values: [String] = []
      for value in try field.optional("values")?.elements(atMost: maximumEntries) ?? [] {
        values.append(try value.text(atMost: 256))
      }
      return .string(values: values)
    default:
      try field.checkObject(of: common)
      return type == "bool" ? .bool : .color
    }
  }

  private static func value(
    _ field: ManifestField, of kind: ParameterKind
  ) throws(ManifestError) -> StateValue {
    let value = try value(field)
    if let refusal = kind.refusal(of: value) { throw field.fault(refusal) }
    return value
  }

  private static func value(_ field: ManifestField) throws(ManifestError) -> StateValue {
    switch field.element.kind {
    case .bool: return .bool(try field.bool())
    case .integer: return .int(try field.integer())
    case .double: return .double(try field.number())
    case .string: return .string(UTF8String(try field.text()))
    case .object, .array, .null, .outOfRangeInteger:
      throw field.fault("must be a string, a number in range, true or false")
    }
  }
}
